-- Who left is forgotten in two steps: passkeys, views and the provider's id first, name and address when nobody may ask for them any more.
-- The log and all records keep the id.
alter table operators add column erased_at timestamptz;
grant delete on operator_passkeys to zuspruch_app;
