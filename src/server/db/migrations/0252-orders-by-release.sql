-- The funnel's releases of a period.
drop index concurrently if exists orders_by_release;
create index concurrently orders_by_release on orders (tenant, released_at) include (channel, campaign) where state = 'released';
