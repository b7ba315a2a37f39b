-- The funnel's collected rewards of a period.
drop index concurrently if exists rewards_by_collection;
create index concurrently rewards_by_collection on rewards (tenant, collected_at) include (order_number) where state in ('collected', 'paid');
