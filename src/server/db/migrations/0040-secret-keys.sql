-- The keys of SECRET_KEY that have written here, for all tenants, so that a server without one of them notices before it writes.
-- Of a key in use `sealed` is a proof made with it. Of one that was rotated out it holds, sealed with a newer key, what tells tokens and
-- keyed hashes made with it: those are of texts that are gone, so they cannot be made anew.
create table secret_keys (
  key_id text primary key check (key_id ~ '^[0-9a-f]{8}$'),
  sealed text not null,
  first_used_at timestamptz not null default now(),
  retired_at timestamptz,
  leaked_at timestamptz
);
grant select, insert, update on secret_keys to zuspruch_app;
