-- What runs every minute finds what is due by its day, however much there is besides.
drop index orders_to_release;
create index orders_to_release on orders (tenant, releasable_on, number) where state = 'confirmed';
drop index partner_orders_to_release;
create index partner_orders_to_release on partner_orders (tenant, releasable_on, number) where state = 'confirmed';
create index rate_limits_to_forget on rate_limits (tenant, window_start);
