-- A reward that was paid, or is at the bank, while its order was cancelled: claimed back, credited to the agency, and no part of the sum
-- of its list any more.
create or replace view rewards_to_report with (security_invoker = true) as
select w.tenant, w.reward_id as id, w.reward_id::text as row_id, r.agency_id, coalesce(r.agency_user_id::text, '') as employee,
  coalesce(o.product_id, r.product_id) as product,
  case when w.claimed_back_at is not null and w.state in ('collected', 'paid') then 'claimed' else w.state end as state,
  (w.created_at at time zone 'Europe/Berlin')::date as day, r.account_id,
  case when r.owned_at is null or a.deleted_at is not null then '' else fold_name(a.first_name, a.last_name) end as name,
  w.cents
from rewards w
  join referrals r on r.tenant = w.tenant and r.number = w.referral_number and r.agency_id is not null
  join accounts a on a.tenant = w.tenant and a.account_id = r.account_id
  left join orders o on o.tenant = w.tenant and o.number = w.order_number;

-- What is there already, tenant by tenant: the owner of the tables is bound by row security as well.
do $$
declare
  t text;
begin
  for t in select tenant from tenants loop
    perform set_tenant(t);
    insert into report_deltas (tenant, kind, agency_id, employee, product, state, month, letter, amount, count)
    select t, 'rewards', rows.agency_id, rows.employee, rows.product, changed.state, to_char(rows.day, 'YYYY-MM'),
      left(rows.name, 1), rows.cents, changed.count
    from report_rows rows
      join rewards_to_report fresh on fresh.tenant = t and fresh.row_id = rows.row_id and fresh.state = 'claimed'
      cross join lateral (values (rows.state, -1), ('claimed', 1)) as changed (state, count)
    where rows.tenant = t and rows.kind = 'rewards' and rows.state <> 'claimed';
    update report_rows rows set state = 'claimed'
    from rewards_to_report fresh
    where rows.tenant = t and rows.kind = 'rewards' and fresh.tenant = t and fresh.row_id = rows.row_id
      and fresh.state = 'claimed' and rows.state <> 'claimed';
  end loop;
end $$;
