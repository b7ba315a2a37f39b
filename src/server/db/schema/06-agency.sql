-- A tenant's sales agencies and their people (spec sections 2.2, 6 and 7.7).
create table agencies (
  tenant text not null references tenants,
  agency_id uuid not null,
  number text not null check (length(number) between 1 and 40), -- the provider's own
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) <= 254), -- for invoices and notices
  phone text,
  street text,
  house_number text,
  zip text,
  city text,
  vat_id text,
  logo bytea check (length(logo) <= 307200),
  state text not null check (state in ('registered', 'active', 'inactive', 'closed')),
  created_at timestamptz not null,
  primary key (tenant, agency_id),
  unique (tenant, number)
);
call tenant_only('agencies');
grant select, insert, update on agencies to zuspruch_app;

-- Whoever left keeps the row: reports name them.
create table agency_users (
  tenant text not null,
  user_id uuid not null,
  agency_id uuid not null,
  role text not null check (role in ('owner', 'employee')),
  email text not null check (length(email) <= 254),
  salutation text,
  first_name text not null,
  last_name text not null,
  employee_number text not null,
  -- Short code of the person's printed card, known to everybody who holds one: ten characters, 40 random bits.
  card_code text not null default upper(substr(encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 1, 10)),
  password_hash text,
  sso_subject text,
  language text not null check (language in ('de', 'en')),
  created_at timestamptz not null,
  confirmed_at timestamptz,
  left_at timestamptz,
  primary key (tenant, user_id),
  unique (tenant, email),
  unique (tenant, sso_subject),
  unique (tenant, agency_id, employee_number),
  foreign key (tenant, agency_id) references agencies
);
create index agency_users_by_agency on agency_users (tenant, agency_id, last_name, user_id);
create unique index agency_users_card on agency_users (tenant, card_code);
call tenant_only('agency_users');
grant select, insert, update on agency_users to zuspruch_app;
