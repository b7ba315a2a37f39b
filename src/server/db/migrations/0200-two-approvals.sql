-- Who approves alone where two were needed has the tenant's reason beside it; until now only where they had proposed it, too.
do $$
declare
  of_tenant text;
begin
  for of_tenant in select tenant from tenants loop
    perform set_tenant(of_tenant);
    update payout_proposals p set approvals_needed = 1
    where tenant = of_tenant and state = 'approved' and approvals_needed > (
      select count(*) from payout_approvals a where a.tenant = of_tenant and a.proposal_id = p.proposal_id);
  end loop;
end $$;
create function payout_needs_its_approvals() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payout_proposals p
    where p.tenant = new.tenant and p.proposal_id = new.proposal_id and (
      select count(*) >= p.approvals_needed or coalesce(bool_or(a.alone_reason is not null), false)
      from payout_approvals a where a.tenant = new.tenant and a.proposal_id = new.proposal_id)) then
    raise exception 'the payout % lacks an approval', new.proposal_id using errcode = 'check_violation', constraint = 'payout_batches_approvals';
  end if;
  return new;
end $$;
create trigger payout_batches_need_approvals after insert on payout_batches
  for each row execute function payout_needs_its_approvals();
