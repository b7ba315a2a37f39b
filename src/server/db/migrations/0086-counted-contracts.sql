-- What a contract of nobody was counted as when its file was checked (693); one that earns more, or of which the provider has another number (694), waits for a second person.
alter table unmatched_orders add column counted_cents integer check (counted_cents >= 0);
grant update (counted_cents) on unmatched_orders to zuspruch_app;
update unmatched_orders set counted_cents = products.commission_cents from products
  where products.tenant = unmatched_orders.tenant and products.product_id = unmatched_orders.product_id
    and unmatched_orders.source = 'file' and brought_by is not null;
alter table orders drop constraint orders_doubts_check;
alter table orders add constraint orders_doubts_check
  check (cardinality(doubts) > 0 and doubts <@ array['number', 'product', 'day', 'email', 'claimed-beside', 'brought', 'unnamed',
    'worth-more', 'other-number']);
