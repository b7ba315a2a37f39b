-- A month whose books are closed: its files are the same bytes for ever. What is posted into it afterwards goes with the next one: up to
-- these ids its rows were taken.
create table books_months (
  tenant text not null references tenants,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  closed_at timestamptz not null,
  closed_by text not null,
  reason text not null check (length(reason) between 1 and 500),
  rewards_until uuid not null,
  notes_until uuid not null,
  invoices_until uuid not null,
  lines integer not null check (lines >= 0),
  cents bigint not null check (cents >= 0),
  primary key (tenant, month)
);
call tenant_only('books_months');
grant select, insert on books_months to zuspruch_app;

create table books_files (
  tenant text not null references tenants,
  month text not null,
  format text not null check (format in ('datev', 'csv')),
  part integer not null check (part > 0),
  lines integer not null check (lines >= 0),
  content bytea not null, -- gzip
  hash text not null, -- sha256 of what is in it
  primary key (tenant, month, format, part),
  foreign key (tenant, month) references books_months
);
call tenant_only('books_files');
grant select, insert on books_files to zuspruch_app;
