-- Files of orders that operators import (decision 522). The file is deleted when it is carried out, stopped or given up, and 7 days after it
-- came; what was found stays for 90 days.
create table order_imports (
  tenant text not null references tenants,
  import_id uuid not null,
  name text not null check (length(name) between 1 and 120),
  content bytea check (length(content) between 1 and 8388608),
  lines integer not null check (lines between 1 and 100000),
  locale text not null check (locale in ('de', 'en')), -- of the messages
  state text not null check (state in ('checking', 'checked', 'running', 'done', 'stopped')),
  made_by uuid not null, -- operators
  made_at timestamptz not null,
  started_by uuid,
  started_at timestamptz,
  started_role text,
  started_session text,
  reason text check (length(reason) between 1 and 500),
  ended_at timestamptz,
  ended_by uuid, -- null: it came to its end, or its right ended
  version integer not null default 1,
  done integer not null default 0, -- lines of the check or the import that are through
  would_create integer not null default 0,
  would_keep integer not null default 0,
  would_cancel integer not null default 0,
  would_fail integer not null default 0,
  created integer not null default 0,
  kept integer not null default 0,
  cancelled integer not null default 0,
  failed integer not null default 0,
  primary key (tenant, import_id),
  check ((started_by is null) = (started_at is null)),
  check (state not in ('running', 'done') or started_by is not null),
  check (state not in ('done', 'stopped') or content is null)
);
create index order_imports_by_age on order_imports (tenant, made_at desc, import_id);
call tenant_only('order_imports');
grant select, insert, delete,
  update (content, state, started_by, started_at, started_role, started_session, reason, ended_at, ended_by, version, done, would_create,
    would_keep, would_cancel, would_fail, created, kept, cancelled, failed)
  on order_imports to zuspruch_app;

-- Lines that could not be imported, by the check and then by the import. No more of the line than the provider's number.
create table order_import_errors (
  tenant text not null,
  import_id uuid not null,
  phase text not null check (phase in ('check', 'run')),
  line integer not null,
  external_number text check (length(external_number) <= 80),
  error_code text not null,
  message text not null check (length(message) <= 2000),
  primary key (tenant, import_id, phase, line),
  foreign key (tenant, import_id) references order_imports on delete cascade
);
call tenant_only('order_import_errors');
grant select, insert, delete on order_import_errors to zuspruch_app;
