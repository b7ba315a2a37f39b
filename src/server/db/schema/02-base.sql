-- How far the demo's clock is ahead.
create table clock (
  singleton boolean primary key default true check (singleton),
  offset_seconds bigint not null default 0
);
insert into clock default values;
grant select, update on clock to zuspruch_app;

-- The keys of SECRET_KEY that have written here, for all tenants, so that a server without one of them notices before it writes.
-- Of a key in use `sealed` is a proof made with it. Of a retired one it holds, sealed with a newer key, what recognises tokens and
-- keyed hashes made with it: their texts are gone, so they cannot be made again.
create table secret_keys (
  key_id text primary key check (key_id ~ '^[0-9a-f]{8}$'),
  sealed text not null,
  first_used_at timestamptz not null default now(),
  retired_at timestamptz,
  leaked_at timestamptz
);
grant select, insert, update on secret_keys to zuspruch_app;

create table tokens (
  tenant text not null references tenants,
  token_id uuid not null,
  kind text not null check (kind in (
    'user-session', 'agency-session', 'partner-session', 'api-key',
    'set-password', 'agency-password', 'partner-password', 'new-email', 'old-email',
    'admin-login', 'owner-login', 'single-sign-on',
    'reward', 'recipient', 'confirm-recipient', 'own-referral', 'newsletter', 'invitation')),
  subject text not null,
  hash text not null,
  key_id text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz,
  uses_left integer,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant, token_id),
  unique (tenant, hash)
);
create index tokens_by_subject on tokens (tenant, kind, subject);
call tenant_only('tokens');
grant select, insert, update, delete on tokens to zuspruch_app;

create table idempotency_keys (
  tenant text not null references tenants,
  caller text not null,
  endpoint text not null,
  key text not null,
  body_hash text not null,
  status integer,
  answer_encrypted text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant, caller, endpoint, key)
);
create index idempotency_keys_to_delete on idempotency_keys (tenant, expires_at);
call tenant_only('idempotency_keys');
grant select, insert, update, delete on idempotency_keys to zuspruch_app;

create table rate_limits (
  tenant text not null references tenants,
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (tenant, bucket, window_start)
);
call tenant_only('rate_limits');
grant select, insert, update, delete on rate_limits to zuspruch_app;

create table audit_log (
  tenant text not null references tenants,
  audit_id uuid not null default uuidv7(),
  at timestamptz not null,
  actor_kind text not null,
  actor_id text not null,
  support boolean not null default false,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  details jsonb not null default '{}',
  primary key (tenant, audit_id)
);
create index audit_log_by_subject on audit_log (tenant, subject_kind, subject_id);
call tenant_only('audit_log');
grant select, insert on audit_log to zuspruch_app;

-- What people object to, until somebody has answered it.
create table objections (
  tenant text not null references tenants,
  objection_id uuid not null,
  account_id uuid, -- whose address was changed; null: it is about a refusal
  referral_number text, -- as typed
  name text not null,
  email text not null,
  language text not null check (language in ('de', 'en')),
  message text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  primary key (tenant, objection_id),
  check ((closed_at is null) = (closed_by is null))
);
create index objections_by_day on objections (tenant, created_at);
call tenant_only('objections');
grant select, insert, update, delete on objections to zuspruch_app;
