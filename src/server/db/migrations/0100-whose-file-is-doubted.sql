-- Whose file a doubted contract came by: they decide it as little as whoever attached it (711).
alter table orders add column doubted_bringer text;
grant update (doubted_bringer) on orders to zuspruch_app;
