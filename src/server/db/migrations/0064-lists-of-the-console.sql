-- The console's lists at a million rows: each order has an index that knows what the list filters by, so a page is walked without its rows.
create index rewards_by_side on rewards (tenant, beneficiary, created_at desc, reward_id desc) include (cents, state);
drop index rewards_due;
create index rewards_due on rewards (tenant, due_on)
  include (cents, set_off_cents, created_at, reward_id, beneficiary, account_id, taken_as, review, claimed_back_at)
  where state = 'collected' and payout_id is null;
create index rewards_due_by_amount on rewards (tenant, cents, reward_id) include (due_on, created_at, beneficiary)
  where state = 'collected' and payout_id is null;
create index rewards_held_by_amount on rewards (tenant, cents, reward_id) include (created_at, beneficiary)
  where review = 'held' and state in ('open', 'provided', 'collected');

drop index review_cases_open;
create index review_cases_open on review_cases (tenant, queue_on, reward_id)
  include (cents, answer_by, opened_at, snoozed_until, reasons, assigned_to, appeal_id) where closed_at is null;
create index review_cases_open_by_age on review_cases (tenant, opened_at, reward_id)
  include (cents, answer_by, snoozed_until, reasons, assigned_to, appeal_id) where closed_at is null;
create index review_cases_open_by_amount on review_cases (tenant, cents, reward_id)
  include (answer_by, snoozed_until, reasons, assigned_to, appeal_id) where closed_at is null;
create index review_cases_by_day on review_cases (tenant, queue_on, reward_id)
  include (cents, answer_by, closed_at, snoozed_until, reasons, assigned_to, appeal_id);
create index review_cases_by_age on review_cases (tenant, opened_at, reward_id)
  include (cents, answer_by, closed_at, snoozed_until, reasons, assigned_to, appeal_id);
create index review_cases_by_amount on review_cases (tenant, cents, reward_id)
  include (answer_by, closed_at, snoozed_until, reasons, assigned_to, appeal_id);

create index claims_open_by_age on claims (tenant, made_at, claim_id) include (answer_by, assigned_to) where state = 'open';
create index claims_by_day on claims (tenant, answer_by, claim_id) include (state, assigned_to);
create index claims_by_age on claims (tenant, made_at, claim_id) include (answer_by, state, assigned_to);

create index goodwill_requests_waiting_by_amount on goodwill_requests (tenant, cents, request_id) where decided_at is null;
create index goodwill_requests_by_age on goodwill_requests (tenant, proposed_at, request_id) include (cents, decided_at, outcome);
create index goodwill_requests_by_amount on goodwill_requests (tenant, cents, request_id) include (decided_at, outcome);
create index claims_by_referral on claims (tenant, referral_number);
create index claims_by_order on claims (tenant, order_number) where order_number is not null;
drop index claims_open_by_referral;

-- What Today counts.
create index accounts_blocked on accounts (tenant, account_id) where blocked_on is not null;

-- Orders cancelled after payment are a state of their own in the list, which no longer looks for their rewards.
alter table orders add column clawed_back boolean not null default false;
grant update (clawed_back) on orders to zuspruch_app;
update orders set clawed_back = true from rewards
  where rewards.tenant = orders.tenant and rewards.order_number = orders.number and rewards.claimed_back_at is not null;
alter table orders drop column shown_as; -- and its three indexes
alter table orders add column shown_as text generated always as (
  case when state = 'cancelled' and refusal_reason is not null then 'refused'
    when state = 'cancelled' and clawed_back then 'clawed-back' else state end) stored;
create index orders_by_day on orders (tenant, contract_on, number) include (shown_as, product_id, reward_cents);
create index orders_by_shown on orders (tenant, shown_as, contract_on, number) include (product_id, reward_cents);
create index orders_by_product on orders (tenant, product_id, contract_on, number) include (shown_as, reward_cents);
drop index rewards_clawed_back;
