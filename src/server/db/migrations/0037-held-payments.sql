-- A payment that failed for a reason nobody can act on without asking the bank: it waits for an operator, and nothing is paid again.
alter table payouts add column held_at timestamptz,
  add constraint payouts_held_failed check (held_at is null or state in ('rejected', 'returned'));
create index payouts_held on payouts (tenant, held_at) where held_at is not null;

-- What is there already, tenant by tenant: the owner of the tables is bound by row security as well.
do $$
declare
  t text;
begin
  for t in select tenant from tenants loop
    perform set_tenant(t);
    -- What was collected in time never expires, though it is to be collected anew.
    update rewards set expires_on = null where tenant = t and state = 'provided' and payout_problem is not null;
    -- The reason is kept as its code, and said in the reader's language.
    update rewards set payout_problem = coalesce((
      select reason from payouts
      where payouts.tenant = t and payouts.reward_id = rewards.reward_id and reason is not null
      order by created_at desc limit 1), 'none')
    where tenant = t and payout_problem is not null;
  end loop;
end $$;
