-- Sums of the agencies' lists along more axes, for large lists alone (base/report-axes-store.ts): by day and month, by cents and month, by
-- steps of names, each with the filters that are asked for, so that a page and its count read few rows however many there are. The
-- statistics are sums of the same rows, so a row says by which channel it came and what it is counted as.

-- What the statistics count a row as; empty: nothing.
create or replace view orders_to_report with (security_invoker = true) as
select o.tenant, o.number as id, o.number as row_id, r.agency_id, coalesce(r.agency_user_id::text, '') as employee,
  o.product_id as product, o.state, o.contract_on as day, r.account_id,
  case when r.owned_at is null or a.deleted_at is not null then '' else fold_name(a.first_name, a.last_name) end as name,
  coalesce((select sum(w.cents) from rewards w where w.tenant = o.tenant and w.order_number = o.number), 0)::bigint as cents,
  o.channel, case when o.state in ('confirmed', 'released', 'cancelled') then o.state else '' end as tally
from orders o
  join referrals r on r.tenant = o.tenant and r.number = o.referral_number and r.agency_id is not null
  join accounts a on a.tenant = o.tenant and a.account_id = r.account_id;

-- Goodwill has no order and is no agency's.
create or replace view rewards_to_report with (security_invoker = true) as
select w.tenant, w.reward_id as id, w.reward_id::text as row_id, r.agency_id, coalesce(r.agency_user_id::text, '') as employee,
  coalesce(o.product_id, r.product_id) as product,
  case when w.claimed_back_at is not null and w.state in ('collected', 'paid') then 'claimed' else w.state end as state,
  (w.created_at at time zone 'Europe/Berlin')::date as day, r.account_id,
  case when r.owned_at is null or a.deleted_at is not null then '' else fold_name(a.first_name, a.last_name) end as name,
  w.cents, coalesce(o.channel, '') as channel,
  case when o.number is null then '' when w.state in ('cancelled', 'expired') or w.claimed_back_at is not null then 'ended' else 'standing' end
    as tally
from rewards w
  join referrals r on r.tenant = w.tenant and r.number = w.referral_number and r.agency_id is not null
  join accounts a on a.tenant = w.tenant and a.account_id = r.account_id
  left join orders o on o.tenant = w.tenant and o.number = w.order_number;

create or replace view referrals_to_report with (security_invoker = true) as
select r.tenant, r.number as id, r.number as row_id, r.agency_id, coalesce(r.agency_user_id::text, '') as employee,
  r.product_id as product, r.state, r.created_on as day, r.account_id,
  case when r.owned_at is null or a.deleted_at is not null then '' else fold_name(a.first_name, a.last_name) end as name,
  0::bigint as cents, '' as channel, 'referral' as tally
from referrals r
  join accounts a on a.tenant = r.tenant and a.account_id = r.account_id
where r.agency_id is not null;

create or replace view leads_to_report with (security_invoker = true) as
select c.tenant, c.number as id, c.number as row_id, r.agency_id, coalesce(r.agency_user_id::text, '') as employee,
  r.product_id as product, c.state, c.created_on as day, r.account_id,
  case when r.owned_at is null or a.deleted_at is not null then '' else fold_name(a.first_name, a.last_name) end as name,
  0::bigint as cents, c.channel, 'accepted' as tally
from recipients c
  join referrals r on r.tenant = c.tenant and r.number = c.referral_number and r.agency_id is not null
  join accounts a on a.tenant = c.tenant and a.account_id = r.account_id
where c.merged_into is null;

create or replace view recommenders_to_report with (security_invoker = true) as
select a.tenant, a.account_id as id, a.account_id::text as row_id, a.agency_id, coalesce(a.agency_user_id::text, '') as employee,
  '' as product, case when a.confirmed_at is null then 'new' else 'active' end as state,
  (a.created_at at time zone 'Europe/Berlin')::date as day, a.account_id, fold_name(a.first_name, a.last_name) as name,
  0::bigint as cents, '' as channel, case when a.confirmed_at is null then '' else 'registered' end as tally
from accounts a
where a.agency_id is not null and a.deleted_at is null;

alter table report_rows add column channel text collate "C" not null default '', add column tally text collate "C" not null default '';

-- Lists of more rows than are counted one by one. Their sums are there once `summed` is true: the sweep makes them.
create table report_lists (
  tenant text not null references tenants,
  kind text collate "C" not null,
  agency_id uuid not null,
  summed boolean not null default false,
  primary key (tenant, kind, agency_id),
  foreign key (tenant, agency_id) references agencies (tenant, agency_id)
);

-- Where the steps of names begin that a large list is summed by: the shortest beginning of a name that parts it from the name before.
-- A step has some thousand rows. Everything before the first is the step ''.
create table report_steps (
  tenant text not null references tenants,
  kind text collate "C" not null,
  agency_id uuid not null,
  step text collate "C" not null,
  primary key (tenant, kind, agency_id, step),
  foreign key (tenant, kind, agency_id) references report_lists (tenant, kind, agency_id)
);

-- '*' in employee, product or state: of all of them. Sums follow rows, whose agency is there: asking for each sum would cost half of it.
drop table report_counts, report_deltas;
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

do $$
declare
  t text;
begin
  foreach t in array array['report_lists', 'report_steps', 'report_counts', 'report_deltas'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant = current_setting(''app.tenant'', true)) '
      'with check (tenant = current_setting(''app.tenant'', true))', t);
  end loop;
end $$;
grant select, insert, update, delete on report_lists, report_steps, report_counts, report_deltas to zuspruch_app;

do $$
declare
  t text;
  k text;
begin
  for t in select tenant from tenants loop
    perform set_tenant(t);
    foreach k in array array['orders', 'rewards', 'referrals', 'leads', 'recommenders'] loop
      execute format('update report_rows set channel = v.channel, tally = v.tally from %I v '
        'where report_rows.tenant = %L and report_rows.kind = %L and v.tenant = %L and v.row_id = report_rows.row_id',
        k || '_to_report', t, k, t);
    end loop;
    insert into report_counts (tenant, kind, agency_id, axis, bucket, employee, product, state, count, cents)
    select tenant, kind, agency_id, 'all', '', employee, product, state, count(*), sum(cents)
    from report_rows where tenant = t
    group by tenant, kind, agency_id, employee, product, state;
    insert into report_lists (tenant, kind, agency_id)
    select tenant, kind, agency_id from report_counts where tenant = t group by tenant, kind, agency_id having sum(count) > 10000;
  end loop;
end $$;

drop index report_rows_by_day;
create index report_rows_by_day on report_rows (tenant, kind, agency_id, day, row_id)
  include (employee, product, state, cents, name, channel, tally);
