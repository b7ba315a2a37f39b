-- Appeals, by who refused: a second person decides.
create index review_cases_own_refusals on review_cases (tenant, first_decided_by) include (reward_id, closed_at) where appeal_id is not null;

-- What is held is no longer among what waits to be collected or paid; counted and walked without rows as before (0023, 0064).
drop index rewards_by_amount;
create index rewards_by_amount on rewards (tenant, cents, reward_id) include (created_at, state, beneficiary, review);
drop index rewards_by_state;
create index rewards_by_state on rewards (tenant, state, created_at desc, reward_id desc) include (cents, beneficiary, review);
drop index rewards_by_side;
create index rewards_by_side on rewards (tenant, beneficiary, created_at desc, reward_id desc) include (cents, state, review);
-- Nearly all that is open is held; the rest is not sought among it.
create index rewards_open_free on rewards (tenant, created_at desc, reward_id desc) include (cents, beneficiary) where state = 'open' and review <> 'held';

-- What was decided in cases with the same first reason.
create index review_cases_alike_main on review_cases (tenant, (reasons[1]), closed_at) include (reasons, reward_id, outcome) where closed_at is not null;
