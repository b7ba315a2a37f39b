-- What a file's new contracts would earn, and earned; above a sum whoever brought it asks a second person to start it (677).
alter table order_imports
  add column would_cents bigint not null default 0 check (would_cents >= 0),
  add column cents bigint not null default 0 check (cents >= 0),
  add column asked_at timestamptz,
  add column ask_reason text check (length(ask_reason) between 1 and 500),
  add constraint ask_whole check ((asked_at is null) = (ask_reason is null)),
  add constraint ask_second_person check (asked_at is null or started_by is null or started_by <> made_by);
-- Checked before there was a sum: above it.
update order_imports set would_cents = 100000000 where state in ('checking', 'checked', 'running');
create index order_imports_alone on order_imports (tenant, made_by, started_at) where started_by = made_by;
grant update (would_cents, cents, asked_at, ask_reason) on order_imports to zuspruch_app;
