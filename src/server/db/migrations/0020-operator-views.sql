-- Views of lists that operators keep under a name of their own: filters, sort and columns as the address has them, and no search, whose
-- term may be somebody's name.
create table operator_views (
  tenant text not null references tenants check (tenant = 'betrieb'),
  view_id uuid not null,
  operator_id uuid not null,
  place text not null, -- the tenant worked at
  page text not null check (length(page) between 1 and 40),
  name text not null check (length(name) between 1 and 40),
  query text not null check (length(query) <= 1000 and query !~ '(^|&)suche='),
  primary key (tenant, view_id),
  foreign key (tenant, operator_id) references operators
);
create unique index operator_views_by_name on operator_views (tenant, operator_id, place, page, name);
call tenant_only('operator_views');
grant select, insert, delete, update (query) on operator_views to zuspruch_app;
