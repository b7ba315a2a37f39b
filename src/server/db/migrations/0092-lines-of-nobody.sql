-- Lines whose contract is kept until its person is known (decision 481): not faulty, and not in.
alter table order_imports
  add column would_wait integer not null default 0 check (would_wait >= 0),
  add column waiting integer not null default 0 check (waiting >= 0);
grant update (would_wait, waiting) on order_imports to zuspruch_app;
