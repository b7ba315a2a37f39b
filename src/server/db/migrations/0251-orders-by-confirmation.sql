-- The funnel's orders of a period.
drop index concurrently if exists orders_by_confirmation;
create index concurrently orders_by_confirmation on orders (tenant, confirmed_at) include (state, channel, campaign) where confirmed_at is not null;
