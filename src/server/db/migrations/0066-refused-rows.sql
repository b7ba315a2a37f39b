-- What an agency or a reviewer refused is no row among the cancelled ones: the lists, their sums and the statistics keep it as a state of its
-- own. Orders and rewards stay as they were, cancelled with a reason beside it.
create or replace view orders_to_report with (security_invoker = true) as
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

create or replace view rewards_to_report with (security_invoker = true) as
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

do $$
declare
  t text;
begin
  for t in select tenant from tenants loop
    perform set_tenant(t);
    with fresh as (
      select 'orders' collate "C" as kind, row_id, state, tally from orders_to_report where tenant = t and state = 'refused'
      union all
      select 'rewards', row_id, state, tally from rewards_to_report where tenant = t and state = 'refused'
    ), turned as (
      update report_rows rows set state = fresh.state, tally = fresh.tally
      from fresh
      where rows.tenant = t and rows.kind = fresh.kind and rows.row_id = fresh.row_id collate "C" and rows.state <> fresh.state
      returning rows.kind, rows.agency_id, rows.employee, rows.product, rows.day, rows.name, rows.cents, rows.channel,
        old.state as old_state, old.tally as old_tally, new.state as new_state, new.tally as new_tally
    )
    insert into report_deltas (tenant, kind, agency_id, employee, product, state, day, name, amount, channel, tally, count)
    select t, kind, agency_id, employee, product, changed.state, day, name, cents, channel, changed.tally, changed.count
    from turned
      cross join lateral (values (old_state, old_tally, -1), (new_state, new_tally, 1)) as changed (state, tally, count);
  end loop;
end $$;
