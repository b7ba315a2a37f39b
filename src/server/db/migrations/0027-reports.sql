-- The lists of the agency area (spec section 7.7): one row of report_rows for every order, reward, referral, lead and recommender of an
-- agency, written in the transaction that changes what it tells of (base/report-store.ts), and sums of them, so that counting does not
-- grow with what is counted. Names of people are not shown from here: `name` sorts and finds, and is emptied with its account.

-- Words without case, accents and punctuation, the last name first; the same as foldWords() of domain/agent-search.ts makes of a query.
create function fold_name(first_name text, last_name text) returns text language sql immutable parallel safe as $$
  select left(trim(regexp_replace(replace(replace(replace(replace(
    lower(regexp_replace(normalize(last_name || ' ' || first_name, NFKD), '[\u0300-\u036f]', '', 'g') collate pg_c_utf8),
    'ß', 'ss'), 'ae', 'a'), 'oe', 'o'), 'ue', 'u') collate pg_c_utf8, '[^[:alnum:]]+', ' ', 'g')), 60)
$$;

-- What belongs into report_rows, of each kind. A referral that its account does not own yet, or whose account is deleted, has no name.
create view orders_to_report with (security_invoker = true) as
select o.tenant, o.number as id, o.number as row_id, r.agency_id, coalesce(r.agency_user_id::text, '') as employee,
  o.product_id as product, o.state, o.contract_on as day, r.account_id,
  case when r.owned_at is null or a.deleted_at is not null then '' else fold_name(a.first_name, a.last_name) end as name,
  coalesce((select sum(w.cents) from rewards w where w.tenant = o.tenant and w.order_number = o.number), 0)::bigint as cents
from orders o
  join referrals r on r.tenant = o.tenant and r.number = o.referral_number and r.agency_id is not null
  join accounts a on a.tenant = o.tenant and a.account_id = r.account_id;

create view rewards_to_report with (security_invoker = true) as
select w.tenant, w.reward_id as id, w.reward_id::text as row_id, r.agency_id, coalesce(r.agency_user_id::text, '') as employee,
  coalesce(o.product_id, r.product_id) as product, w.state, (w.created_at at time zone 'Europe/Berlin')::date as day, r.account_id,
  case when r.owned_at is null or a.deleted_at is not null then '' else fold_name(a.first_name, a.last_name) end as name,
  w.cents
from rewards w
  join referrals r on r.tenant = w.tenant and r.number = w.referral_number and r.agency_id is not null
  join accounts a on a.tenant = w.tenant and a.account_id = r.account_id
  left join orders o on o.tenant = w.tenant and o.number = w.order_number;

create view referrals_to_report with (security_invoker = true) as
select r.tenant, r.number as id, r.number as row_id, r.agency_id, coalesce(r.agency_user_id::text, '') as employee,
  r.product_id as product, r.state, r.created_on as day, r.account_id,
  case when r.owned_at is null or a.deleted_at is not null then '' else fold_name(a.first_name, a.last_name) end as name,
  0::bigint as cents
from referrals r
  join accounts a on a.tenant = r.tenant and a.account_id = r.account_id
where r.agency_id is not null;

-- Of people whom a referrer told of it, only that they are there: an agency sees initials, and a duplicate is no lead of its own.
create view leads_to_report with (security_invoker = true) as
select c.tenant, c.number as id, c.number as row_id, r.agency_id, coalesce(r.agency_user_id::text, '') as employee,
  r.product_id as product, c.state, c.created_on as day, r.account_id,
  case when r.owned_at is null or a.deleted_at is not null then '' else fold_name(a.first_name, a.last_name) end as name,
  0::bigint as cents
from recipients c
  join referrals r on r.tenant = c.tenant and r.number = c.referral_number and r.agency_id is not null
  join accounts a on a.tenant = c.tenant and a.account_id = r.account_id
where c.merged_into is null;

create view recommenders_to_report with (security_invoker = true) as
select a.tenant, a.account_id as id, a.account_id::text as row_id, a.agency_id, coalesce(a.agency_user_id::text, '') as employee,
  '' as product, case when a.confirmed_at is null then 'new' else 'active' end as state,
  (a.created_at at time zone 'Europe/Berlin')::date as day, a.account_id, fold_name(a.first_name, a.last_name) as name,
  0::bigint as cents
from accounts a
where a.agency_id is not null and a.deleted_at is null;

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
  primary key (tenant, kind, row_id),
  foreign key (tenant, agency_id) references agencies (tenant, agency_id)
);

-- One index for each way to sort, with what is filtered by beside it: a page is found without a look at the table.
create index report_rows_by_day on report_rows (tenant, kind, agency_id, day, row_id) include (employee, product, state, cents, name);
create index report_rows_by_name on report_rows (tenant, kind, agency_id, name, day, row_id) include (employee, product, state, cents);
create index report_rows_by_product on report_rows (tenant, kind, agency_id, product, day, row_id) include (employee, state, cents, name);
create index report_rows_by_state on report_rows (tenant, kind, agency_id, state, day, row_id) include (employee, product, cents, name);
create index report_rows_by_employee on report_rows (tenant, kind, agency_id, employee, day, row_id) include (product, state, cents, name);
create index report_rows_by_cents on report_rows (tenant, kind, agency_id, cents, day, row_id) include (employee, product, state, name);

-- How many rows there are, and their cents, along four axes: of all, by month, by the name's first letter, by cents. They are what the
-- rows were at the last folding, and report_deltas is what came after: a row each, so that no two writers wait for the same sum.
create table report_counts (
  tenant text not null references tenants,
  kind text collate "C" not null,
  agency_id uuid not null,
  axis text collate "C" not null check (axis in ('all', 'month', 'name', 'cents')),
  bucket text collate "C" not null,
  employee text collate "C" not null,
  product text collate "C" not null,
  state text collate "C" not null,
  count bigint not null,
  cents bigint not null,
  primary key (tenant, kind, agency_id, axis, bucket, employee, product, state),
  foreign key (tenant, agency_id) references agencies (tenant, agency_id)
);

create table report_deltas (
  tenant text not null references tenants,
  delta_id uuid not null default uuidv7(),
  kind text collate "C" not null,
  agency_id uuid not null,
  employee text collate "C" not null,
  product text collate "C" not null,
  state text collate "C" not null,
  month text collate "C" not null,
  letter text collate "C" not null,
  amount bigint not null, -- the cents of each of the rows
  count bigint not null,
  primary key (tenant, delta_id)
);
create index report_deltas_by_agency on report_deltas (tenant, kind, agency_id);

do $$
declare
  t text;
begin
  foreach t in array array['report_rows', 'report_counts', 'report_deltas'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant = current_setting(''app.tenant'', true)) '
      'with check (tenant = current_setting(''app.tenant'', true))', t);
  end loop;
end $$;
grant select on orders_to_report, rewards_to_report, referrals_to_report, leads_to_report, recommenders_to_report to zuspruch_app;
grant select, insert, update, delete on report_rows, report_counts to zuspruch_app;
grant select, insert, update, delete on report_deltas to zuspruch_app;

-- What is there already, tenant by tenant: the owner of the tables is bound by row security as well.
do $$
declare
  t text;
  k text;
begin
  for t in select tenant from tenants loop
    perform set_tenant(t);
    foreach k in array array['orders', 'rewards', 'referrals', 'leads', 'recommenders'] loop
      execute format('insert into report_rows (tenant, kind, row_id, agency_id, employee, product, state, day, name, cents) '
        'select tenant, %L, row_id, agency_id, employee, product, state, day, name, cents from %I where tenant = %L',
        k, k || '_to_report', t);
    end loop;
    insert into report_counts (tenant, kind, agency_id, axis, bucket, employee, product, state, count, cents)
    select tenant, kind, agency_id, axis, bucket, employee, product, state, count(*), sum(cents)
    from report_rows cross join lateral (values ('all', ''), ('month', to_char(day, 'YYYY-MM')), ('name', left(name, 1)),
      ('cents', lpad(cents::text, 12, '0'))) as axes (axis, bucket)
    where tenant = t
    group by tenant, kind, agency_id, axis, bucket, employee, product, state;
  end loop;
end $$;
