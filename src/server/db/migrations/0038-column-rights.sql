-- What is owed to whom is written once. The app's login may change where a row stands, not what it is worth, whose it is, or what it
-- proves: a defect in a statement, or somebody who got that login, then cannot move money by an update. A column that comes later
-- needs a grant of its own; src/server/db/column-rights.test.ts says for each table what the app changes.
do $$
declare
  rule record;
  columns text;
begin
  for rule in select * from (values
    ('orders', '{tenant,number,referral_number,product_id,plan,commission_cents,contract_on,external_number,confirmed_at,reported_at,channel,source,campaign}'::text[]),
    ('rewards', '{tenant,reward_id,order_number,referral_number,recipient_number,beneficiary,cents,created_at}'),
    ('referrals', '{tenant,number,account_id,product_id,share,plan,commission_cents,agency_plan,terms_version,code,created_on,created_at}'),
    ('payouts', '{tenant,payout_id,batch_id,reward_id,partner_id,end_to_end_id,cents,holder,iban_encrypted,iban_mask,bic,created_at}'),
    ('vouchers', '{tenant,voucher_id,option_id,cents,code_encrypted,code_hash,imported_at}'),
    ('reward_bank_data', '{tenant,reward_id}'),
    ('bank_accounts', '{tenant,account_id}'),
    ('partner_orders', '{tenant,number,partner_id,product_id,plan_id,commission_cents,contract_on,external_number,confirmed_at,releasable_on,source,commission_state}'),
    ('sales_partners', '{tenant,partner_id,number,created_at}'),
    ('bonus_plans', '{tenant,plan_id,agency_id,name,fixed_cents,stages,period_months,valid_from,created_at,created_by}'),
    ('invoice_counters', '{tenant,agency_id,year}'),
    ('invoice_runs', '{tenant}'),
    ('partner_note_runs', '{tenant}')
  ) as rules (name, never) loop
    select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
      where attrelid = rule.name::regclass and attnum > 0 and not attisdropped and attname <> all (rule.never);
    execute format('revoke update on %I from zuspruch_app', rule.name);
    execute format('grant update (%s) on %I to zuspruch_app', columns, rule.name);
  end loop;
end $$;

-- The one change of a contract's day and number: from what a browser reported to what the provider says, once.
create function confirm_reported_order(of_tenant text, of_number text, external text, contract date, releasable date, new_state text,
  at timestamptz) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new_state not in ('confirmed', 'cancelled') then
    raise exception 'a reported order is confirmed or cancelled, not %', new_state;
  end if;
  update orders set external_number = external, contract_on = contract, releasable_on = releasable, state = new_state,
    confirmed_at = case when new_state = 'confirmed' then at else confirmed_at end,
    cancelled_at = case when new_state = 'cancelled' then at else cancelled_at end
  where tenant = of_tenant and number = of_number and state = 'reported';
  return found;
end $$;
revoke execute on function confirm_reported_order from public;
grant execute on function confirm_reported_order to zuspruch_app;
