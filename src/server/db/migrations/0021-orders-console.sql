-- Orders in the console (decision 520). `shown_as`: as their list says it. `version` grows with every change, whoever makes it: who decides
-- has seen this one. `reward_cents`: of the rewards that the release made, which nobody changes.
alter table orders add column shown_as text generated always as (
  case when state = 'cancelled' and refusal_reason is not null then 'refused' else state end) stored;
alter table orders add column version integer not null default 1;
alter table orders add column reward_cents bigint;
update orders set reward_cents = (select sum(cents) from rewards where tenant = orders.tenant and order_number = orders.number)
  where released_at is not null;
grant update (reward_cents) on orders to zuspruch_app;

create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger orders_version before update on orders for each row execute function count_version();

-- One index for each way to narrow the list, with what else is filtered and summed beside it: counting reads no order.
create index orders_by_day on orders (tenant, contract_on, number) include (shown_as, product_id, reward_cents);
create index orders_by_shown on orders (tenant, shown_as, contract_on, number) include (product_id, reward_cents);
create index orders_by_product on orders (tenant, product_id, contract_on, number) include (shown_as, reward_cents);
create index rewards_clawed_back on rewards (tenant, order_number) where claimed_back_at is not null;

-- What the feed said about whose contract it is, so that it finds its person when they come (decision 521): numbers, and a keyed hash
-- instead of the address.
alter table unmatched_orders add column line_id uuid not null default uuidv7();
alter table unmatched_orders add column version integer not null default 1;
alter table unmatched_orders add column referral_number text;
alter table unmatched_orders add column recipient_number text;
alter table unmatched_orders add column email_hash text;
create unique index unmatched_orders_by_id on unmatched_orders (tenant, line_id);
create index unmatched_orders_by_day on unmatched_orders (tenant, contract_on, external_number) include (product_id);
create index unmatched_orders_by_referral on unmatched_orders (tenant, referral_number) where referral_number is not null;
create index unmatched_orders_by_recipient on unmatched_orders (tenant, recipient_number) where recipient_number is not null;
create index unmatched_orders_by_email on unmatched_orders (tenant, email_hash) where email_hash is not null;
grant update (referral_number, recipient_number, email_hash) on unmatched_orders to zuspruch_app;
create trigger unmatched_orders_version before update on unmatched_orders for each row execute function count_version();
