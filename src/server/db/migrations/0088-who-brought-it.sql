-- By which file a contract of nobody came, kept for the log of the order that it becomes (695). The file itself may be forgotten by then.
alter table unmatched_orders add column order_file uuid;
grant update (order_file) on unmatched_orders to zuspruch_app;

-- An import by the command line gives a sign of life in real time; without one it has broken off (698).
alter table order_imports add column seen_at timestamptz;
grant update (seen_at) on order_imports to zuspruch_app;
