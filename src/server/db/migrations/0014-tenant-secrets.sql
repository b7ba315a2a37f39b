-- By what a tenant's outside services know it (content service, product feed, ...), encrypted with SECRET_KEY.
create table tenant_secrets (
  tenant text not null references tenants,
  name text not null check (name ~ '^[a-z][a-z-]{1,40}$'),
  sealed text not null,
  updated_at timestamptz not null,
  primary key (tenant, name)
);
alter table tenant_secrets enable row level security;
alter table tenant_secrets force row level security;
create policy tenant_only on tenant_secrets using (tenant = current_setting('app.tenant', true))
  with check (tenant = current_setting('app.tenant', true));
grant select, insert, update on tenant_secrets to zuspruch_app;
