-- A month that should close by itself: when that was tried last, and what was missing, of which somebody is told once.
create table books_month_waits (
  tenant text not null references tenants,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  tried_on date not null,
  missing jsonb not null default '[]' check (jsonb_typeof(missing) = 'array'),
  told_at timestamptz,
  primary key (tenant, month)
);
call tenant_only('books_month_waits');
grant select, insert, update (tried_on, missing, told_at) on books_month_waits to zuspruch_app;
