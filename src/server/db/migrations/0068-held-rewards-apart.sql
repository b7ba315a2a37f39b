-- What is held is no longer among what waits to be collected or paid; counted and walked without rows as before (0023, 0064).
drop index rewards_by_amount;
create index rewards_by_amount on rewards (tenant, cents, reward_id) include (created_at, state, beneficiary, review);
drop index rewards_by_state;
create index rewards_by_state on rewards (tenant, state, created_at desc, reward_id desc) include (cents, beneficiary, review);
drop index rewards_by_side;
create index rewards_by_side on rewards (tenant, beneficiary, created_at desc, reward_id desc) include (cents, state, review);
