-- Who looks at a record in the console now; gone after a minute, so nothing is lost with a crash.
create unlogged table presences (
  tenant text not null references tenants,
  kind text not null check (length(kind) between 1 and 20),
  record_id text not null check (length(record_id) between 1 and 60),
  operator_id uuid not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (tenant, kind, record_id, operator_id)
);
create index presences_by_time on presences (tenant, seen_at);
call tenant_only('presences');
grant select, insert, delete, update (since, seen_at) on presences to zuspruch_app;

-- Grows with every change of what support corrects, whoever makes it: who decides has seen this one.
alter table accounts add column version integer not null default 1;
create trigger accounts_version before update of email, first_name, last_name, blocked_on on accounts for each row
  when (old.email is distinct from new.email or old.first_name is distinct from new.first_name
    or old.last_name is distinct from new.last_name or old.blocked_on is distinct from new.blocked_on)
  execute function count_version();

-- Who looked at a draft does not keep it from being deleted.
do $$ begin
  execute replace(pg_get_functiondef('delete_draft_tenant(text)'::regprocedure), '''vouchers''];', '''vouchers'', ''presences'', ''operator_visits''];');
end $$;
