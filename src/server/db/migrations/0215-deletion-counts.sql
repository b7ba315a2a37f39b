-- What was deleted of what nobody confirmed, until its day is over and the audit log has one row about it.
create table deletion_counts (
  tenant text not null references tenants,
  day date not null,
  kind text not null check (kind in ('account', 'recipient')),
  many bigint not null check (many > 0),
  primary key (tenant, day, kind)
);
call tenant_only('deletion_counts');
grant select, insert, delete, update (many) on deletion_counts to zuspruch_app;

do $$ begin
  execute replace(pg_get_functiondef('delete_draft_tenant(text)'::regprocedure), '''operator_notices'', ', '''operator_notices'', ''deletion_counts'', ');
end $$;
