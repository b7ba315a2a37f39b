-- The funnel's paid rewards of a period.
drop index concurrently if exists rewards_by_payment;
create index concurrently rewards_by_payment on rewards (tenant, paid_at) include (order_number) where state = 'paid';
