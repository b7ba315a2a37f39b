-- Since when nothing names a tenant's picture any more; null: something does, or nobody has looked yet. It goes 90 days later.
alter table tenant_pictures add column unused_since timestamptz;
grant update (unused_since), delete on tenant_pictures to zuspruch_app;
