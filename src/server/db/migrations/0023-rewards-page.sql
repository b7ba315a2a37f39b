-- The console's list of rewards, and what support does about one: hold it by hand, let it expire later.
alter table rewards
  add column version integer not null default 1, -- grows with every change: whoever decides has seen this one
  add column extended_on date; -- the day an operator let it expire later; once
grant update (extended_on) on rewards to zuspruch_app;

create trigger rewards_version before update on rewards for each row execute function count_version();

-- Sorted by day or amount, alone or of some states; counts and sums read no row.
create index rewards_by_day on rewards (tenant, created_at desc, reward_id desc) include (cents, state, beneficiary);
create index rewards_by_amount on rewards (tenant, cents, reward_id) include (created_at, state, beneficiary);
create index rewards_by_state on rewards (tenant, state, created_at desc, reward_id desc) include (cents, beneficiary);
create index rewards_held on rewards (tenant, created_at desc, reward_id desc) include (cents, beneficiary)
  where review = 'held' and state in ('open', 'provided', 'collected');
-- Without a day, the bank has refused the payment for a reason that only the bank can explain.
create index rewards_failed on rewards (tenant, created_at desc, reward_id desc) include (cents, beneficiary)
  where (state = 'provided' and payout_problem is not null)
    or (state = 'collected' and payout_id is null and due_on is null and review <> 'held');
create index rewards_claimed_back on rewards (tenant, created_at desc, reward_id desc) include (cents, beneficiary)
  where claimed_back_at is not null and claim_settled_at is null and state in ('collected', 'paid');
create index payouts_by_reward on payouts (tenant, reward_id, created_at desc) where reward_id is not null;
