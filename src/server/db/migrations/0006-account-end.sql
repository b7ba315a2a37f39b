-- A deleted account keeps its id, which referrals refer to, and nothing of a person. Its rewards lose the link to it: what was paid
-- stays in payouts with name, IBAN and amount until the tenant's years are over.
alter table accounts add column deleted_at timestamptz;
alter table rewards drop constraint rewards_check;
create index rewards_without_account on rewards (tenant, reward_id) where beneficiary = 'referrer' and account_id is null;

-- A referral that ended because its referrer left: nobody new may accept it, and who accepted before goes on.
alter table referrals add column accepted_go_on boolean not null default false;

-- Payment records go when their years are over, and not before, whatever a statement says: without the day that the sweep names
-- in its transaction nothing is deleted.
create function set_payments_before(day timestamptz) returns void language plpgsql as $$
begin
  execute format('set local app.payments_before = %L', day);
end $$;
grant delete on payouts, payout_batches to zuspruch_app;
create policy only_after_their_years on payouts as restrictive for delete
  using (created_at < nullif(current_setting('app.payments_before', true), '')::timestamptz);
create policy only_after_their_years on payout_batches as restrictive for delete
  using (created_at < nullif(current_setting('app.payments_before', true), '')::timestamptz);
create index payout_batches_by_day on payout_batches (tenant, created_at);
