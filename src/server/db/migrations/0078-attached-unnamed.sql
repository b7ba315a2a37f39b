-- What one person gave to somebody whom the provider does not name (675): above a sum a day a second person decides what it earns.
alter table orders drop constraint orders_doubts_check;
alter table orders add constraint orders_doubts_check
  check (cardinality(doubts) > 0 and doubts <@ array['number', 'product', 'day', 'email', 'claimed-beside', 'brought', 'unnamed']);
alter table orders add column attached_by text;
alter table orders add column attached_at timestamptz check ((attached_at is null) = (attached_by is null));
alter table orders add column attached_cents integer check (attached_cents >= 0);
alter table orders add constraint orders_attached_whole check ((attached_cents is null) = (attached_by is null));
create index orders_attached on orders (tenant, attached_by, attached_at) where attached_by is not null;
grant update (attached_by, attached_at, attached_cents) on orders to zuspruch_app;
