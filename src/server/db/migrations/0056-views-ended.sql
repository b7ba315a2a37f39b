-- A deleted view is brought back within a minute; then it goes with the next one that is deleted.
alter table operator_views add column ended_at timestamptz;
grant update (ended_at) on operator_views to zuspruch_app;
