-- The lists of the agency area (spec section 7.7): one row of report_rows for every order, reward, referral, lead and recommender of an
-- agency, written in the transaction that changes it (reports/rows-store.ts), and sums of them, so that counting does not grow with
-- what is counted. `name` sorts and finds, is never shown, and is emptied with its account.

-- Words without case, accents and punctuation, the last name first; as foldWords() of domain/agent-search.ts makes of a query.
create function fold_name(first_name text, last_name text) returns text language sql immutable parallel safe as $$
  select left(trim(regexp_replace(replace(replace(replace(replace(
    lower(regexp_replace(normalize(last_name || ' ' || first_name, NFKD), '[\u0300-\u036f]', '', 'g') collate pg_c_utf8),
    'ß', 'ss'), 'ae', 'a'), 'oe', 'o'), 'ue', 'u') collate pg_c_utf8, '[^[:alnum:]]+', ' ', 'g')), 60)
$$;

-- What belongs into report_rows, of each kind. `tally` is what statistics count a row as; empty: nothing. A referral that its account does
-- not own yet, or whose account is deleted, has no name.

create view orders_to_report with (security_invoker = true) as
select o.tenant, o.number as id, o.number as row_id, r.agency_id, coalesce(r.agency_user_id::text, '') as employee,
  o.product_id as product, case when o.state = 'cancelled' and o.refusal_reason is not null then 'refused' else o.state end as state,
  o.contract_on as day, r.account_id,
  case when r.owned_at is null or a.deleted_at is not null then '' else fold_name(a.first_name, a.last_name) end as name,
  coalesce((select sum(w.cents) from rewards w where w.tenant = o.tenant and w.order_number = o.number), 0)::bigint as cents,
  o.channel,
  case when o.state = 'cancelled' and o.refusal_reason is not null then 'refused'
    when o.state in ('confirmed', 'released', 'cancelled') then o.state else '' end as tally
from orders o
  join referrals r on r.tenant = o.tenant and r.number = o.referral_number and r.agency_id is not null
  join accounts a on a.tenant = o.tenant and a.account_id = r.account_id;

-- `claimed`: paid, or at the bank, while the order was cancelled. Goodwill has no order and is no agency's.
create view rewards_to_report with (security_invoker = true) as
select w.tenant, w.reward_id as id, w.reward_id::text as row_id, r.agency_id, coalesce(r.agency_user_id::text, '') as employee,
  coalesce(o.product_id, r.product_id) as product,
  case when w.claimed_back_at is not null and w.state in ('collected', 'paid') then 'claimed'
    when w.state = 'cancelled' and w.refusal_reason is not null then 'refused' else w.state end as state,
  (w.created_at at time zone 'Europe/Berlin')::date as day, r.account_id,
  case when r.owned_at is null or a.deleted_at is not null then '' else fold_name(a.first_name, a.last_name) end as name,
  w.cents, coalesce(o.channel, '') as channel,
  case when o.number is null then '' when w.state in ('cancelled', 'expired') or w.claimed_back_at is not null then 'ended' else 'standing' end
    as tally
from rewards w
  join referrals r on r.tenant = w.tenant and r.number = w.referral_number and r.agency_id is not null
  join accounts a on a.tenant = w.tenant and a.account_id = r.account_id
  left join orders o on o.tenant = w.tenant and o.number = w.order_number;

create view referrals_to_report with (security_invoker = true) as
select r.tenant, r.number as id, r.number as row_id, r.agency_id, coalesce(r.agency_user_id::text, '') as employee,
  r.product_id as product, r.state, r.created_on as day, r.account_id,
  case when r.owned_at is null or a.deleted_at is not null then '' else fold_name(a.first_name, a.last_name) end as name,
  0::bigint as cents, '' as channel, 'referral' as tally
from referrals r
  join accounts a on a.tenant = r.tenant and a.account_id = r.account_id
where r.agency_id is not null;

-- A duplicate is no lead of its own.
create view leads_to_report with (security_invoker = true) as
select c.tenant, c.number as id, c.number as row_id, r.agency_id, coalesce(r.agency_user_id::text, '') as employee,
  r.product_id as product, c.state, c.created_on as day, r.account_id,
  case when r.owned_at is null or a.deleted_at is not null then '' else fold_name(a.first_name, a.last_name) end as name,
  0::bigint as cents, c.channel, 'accepted' as tally
from recipients c
  join referrals r on r.tenant = c.tenant and r.number = c.referral_number and r.agency_id is not null
  join accounts a on a.tenant = c.tenant and a.account_id = r.account_id
where c.merged_into is null;

create view recommenders_to_report with (security_invoker = true) as
select a.tenant, a.account_id as id, a.account_id::text as row_id, a.agency_id, coalesce(a.agency_user_id::text, '') as employee,
  '' as product, case when a.confirmed_at is null then 'new' else 'active' end as state,
  (a.created_at at time zone 'Europe/Berlin')::date as day, a.account_id, fold_name(a.first_name, a.last_name) as name,
  0::bigint as cents, '' as channel, case when a.confirmed_at is null then '' else 'registered' end as tally
from accounts a
where a.agency_id is not null and a.deleted_at is null;

grant select on orders_to_report, rewards_to_report, referrals_to_report, leads_to_report, recommenders_to_report to zuspruch_app;

create table report_rows (
  tenant text not null references tenants,
  kind text collate "C" not null check (kind in ('orders', 'rewards', 'referrals', 'leads', 'recommenders')),
  row_id text collate "C" not null,
  agency_id uuid not null,
  employee text collate "C" not null, -- the id of an agency user, or empty
  product text collate "C" not null,
  state text collate "C" not null,
  day date not null,
  name text collate "C" not null,
  cents bigint not null,
  channel text collate "C" not null default '',
  tally text collate "C" not null default '',
  primary key (tenant, kind, row_id),
  foreign key (tenant, agency_id) references agencies
);
-- One index for each way to sort, with what is filtered by beside it: a page is found without a look at the table.
create index report_rows_by_day on report_rows (tenant, kind, agency_id, day, row_id)
  include (employee, product, state, cents, name, channel, tally);
create index report_rows_by_name on report_rows (tenant, kind, agency_id, name, day, row_id) include (employee, product, state, cents);
create index report_rows_by_product on report_rows (tenant, kind, agency_id, product, day, row_id) include (employee, state, cents, name);
create index report_rows_by_state on report_rows (tenant, kind, agency_id, state, day, row_id) include (employee, product, cents, name);
create index report_rows_by_employee on report_rows (tenant, kind, agency_id, employee, day, row_id) include (product, state, cents, name);
create index report_rows_by_cents on report_rows (tenant, kind, agency_id, cents, day, row_id) include (employee, product, state, name);
call tenant_only('report_rows');
grant select, insert, update, delete on report_rows to zuspruch_app;

-- Lists of more rows than are counted one by one. Their sums along more axes (reports/axes-store.ts) let a page and its count read few
-- rows however many there are.
create table report_lists (
  tenant text not null references tenants,
  kind text collate "C" not null,
  agency_id uuid not null,
  summed boolean not null default false, -- the sweep has made its sums
  primary key (tenant, kind, agency_id),
  foreign key (tenant, agency_id) references agencies
);
call tenant_only('report_lists');
grant select, insert, update, delete on report_lists to zuspruch_app;

-- Where the steps of names begin that a large list is summed by, of some thousand rows each: the shortest beginning of a name that parts
-- it from the name before. Everything before the first is the step ''.
create table report_steps (
  tenant text not null references tenants,
  kind text collate "C" not null,
  agency_id uuid not null,
  step text collate "C" not null,
  primary key (tenant, kind, agency_id, step),
  foreign key (tenant, kind, agency_id) references report_lists
);
call tenant_only('report_steps');
grant select, insert, update, delete on report_steps to zuspruch_app;

-- Sums as of the last folding; '*' in employee, product or state: of all of them. No key to agencies: sums follow rows, whose agency
-- exists, and checking it would be half of a sum's cost.
create table report_counts (
  tenant text not null references tenants,
  kind text collate "C" not null,
  agency_id uuid not null,
  axis text collate "C" not null,
  employee text collate "C" not null,
  product text collate "C" not null,
  state text collate "C" not null,
  bucket text collate "C" not null,
  count bigint not null,
  cents bigint not null,
  primary key (tenant, kind, agency_id, axis, employee, product, state, bucket)
) with (fillfactor = 80);
call tenant_only('report_counts');
grant select, insert, update, delete on report_counts to zuspruch_app;

-- What came after the last folding: a row each, so that no two writers wait for the same sum.
create table report_deltas (
  tenant text not null references tenants,
  delta_id uuid not null default uuidv7(),
  kind text collate "C" not null,
  agency_id uuid not null,
  employee text collate "C" not null,
  product text collate "C" not null,
  state text collate "C" not null,
  day date not null,
  name text collate "C" not null,
  amount bigint not null, -- the cents of each of the rows
  channel text collate "C" not null,
  tally text collate "C" not null,
  count bigint not null,
  primary key (tenant, delta_id)
);
create index report_deltas_by_agency on report_deltas (tenant, kind, agency_id);
call tenant_only('report_deltas');
grant select, insert, update, delete on report_deltas to zuspruch_app;
