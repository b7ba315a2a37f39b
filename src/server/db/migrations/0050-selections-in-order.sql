-- Items are carried out in the order in which the preview summed them: which stage of a bonus an order earns depends on those before it.
alter table selection_items add column place integer not null default 0;
drop index selection_items_left;
create index selection_items_left on selection_items (tenant, selection_id, place, item_id) where outcome is null;
