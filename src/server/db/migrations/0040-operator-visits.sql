-- When an operator last looked at a tenant's page Today, and the visit before: what changed since is shown.
create table operator_visits (
  tenant text not null references tenants,
  operator_id uuid not null,
  seen_at timestamptz not null,
  before_at timestamptz, -- the visit before this one; null: the first
  primary key (tenant, operator_id)
);
call tenant_only('operator_visits');
grant select, insert, delete, update (seen_at, before_at) on operator_visits to zuspruch_app;
