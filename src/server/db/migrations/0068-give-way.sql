-- A function of the owner's may pass by row security, so it asks for the tenant itself.

-- The one change of whose a referral may become: from an account that nobody confirmed to one that is, and only what nobody owns yet.
create function move_unowned_referrals(of_tenant text, from_account uuid, to_account uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update referrals set account_id = to_account
  where tenant = of_tenant and of_tenant = current_setting('app.tenant', true)
    and account_id = from_account and owned_at is null
    and exists (select from accounts
      where accounts.tenant = of_tenant and accounts.account_id = from_account and accounts.confirmed_at is null)
    and exists (select from accounts
      where accounts.tenant = of_tenant and accounts.account_id = to_account and accounts.confirmed_at is not null
        and accounts.deleted_at is null);
end $$;
revoke execute on function move_unowned_referrals from public;
grant execute on function move_unowned_referrals to zuspruch_app;

-- As before, but for the tenant.
create or replace function confirm_reported_order(of_tenant text, of_number text, external text, contract date, releasable date, new_state text,
  at timestamptz) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new_state not in ('confirmed', 'cancelled') then
    raise exception 'a reported order is confirmed or cancelled, not %', new_state;
  end if;
  update orders set external_number = external, contract_on = contract, releasable_on = releasable, state = new_state,
    confirmed_at = case when new_state = 'confirmed' then at else confirmed_at end,
    cancelled_at = case when new_state = 'cancelled' then at else cancelled_at end
  where tenant = of_tenant and of_tenant = current_setting('app.tenant', true) and number = of_number and state = 'reported';
  return found;
end $$;
