-- By which file a contract of nobody came, kept for the log of the order that it becomes (695). The file itself may be forgotten by then.
alter table unmatched_orders add column order_file uuid;
grant update (order_file) on unmatched_orders to zuspruch_app;

-- An import by the command line gives a sign of life in real time; without one it has broken off (698).
-- Lines of a check that are kept until their person is known, and earn something then (677).
alter table order_imports
  add column seen_at timestamptz,
  add column would_wait integer not null default 0 check (would_wait >= 0);
grant update (seen_at, would_wait) on order_imports to zuspruch_app;
