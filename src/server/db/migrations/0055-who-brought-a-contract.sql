-- The operator whose file brought a contract that fits nobody: it is never matched with their own case by itself. Null: the feed.
alter table unmatched_orders add column brought_by text;
grant update (brought_by) on unmatched_orders to zuspruch_app;
