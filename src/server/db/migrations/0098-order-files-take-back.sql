-- What a file's cancellations would take back of released contracts, and took: it counts with what new ones earn (714). A file that was checked
-- before takes back nothing, so it is checked again.
alter table order_imports
  add column would_lose_cents bigint not null default 0 check (would_lose_cents >= 0),
  add column lost_cents bigint not null default 0 check (lost_cents >= 0);
grant update (would_lose_cents, lost_cents) on order_imports to zuspruch_app;
drop index order_imports_asked;
create index order_imports_asked on order_imports (tenant, made_at) include (asked_at, would_cents, would_lose_cents)
  where state = 'checked' and asked_at is not null;

-- Why a person ended a file, or stopped a selection (715).
alter table order_imports add column end_reason text check (length(end_reason) between 1 and 500);
grant update (end_reason) on order_imports to zuspruch_app;
alter table selections add column stopped_by uuid, add column stop_reason text check (length(stop_reason) between 1 and 500),
  add check ((stopped_by is null) = (stop_reason is null));
grant update (stopped_by, stop_reason) on selections to zuspruch_app;
