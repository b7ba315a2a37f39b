-- Logo and pictures of a tenant, as they came in with its file, decoded and written anew. Named by what they hold, so that one never changes:
-- every node may keep it for good.
create table tenant_pictures (
  tenant text not null references tenants,
  name text collate "C" not null check (name ~ '^[0-9a-f]{24}\.(png|webp)$'),
  bytes bytea not null check (length(bytes) between 1 and 614400),
  width int not null check (width > 0),
  height int not null check (height > 0),
  added_at timestamptz not null,
  primary key (tenant, name)
);
alter table tenant_pictures enable row level security;
alter table tenant_pictures force row level security;
create policy tenant_only on tenant_pictures using (tenant = current_setting('app.tenant', true))
  with check (tenant = current_setting('app.tenant', true));
grant select, insert on tenant_pictures to zuspruch_app;
