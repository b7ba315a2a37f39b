-- The tenant's sales agencies and their people (spec sections 2.2, 6 and 7.7). An employee who left keeps the row: reports name them.
create table agencies (
  tenant text not null references tenants,
  agency_id uuid not null,
  number text not null check (length(number) between 1 and 40), -- the provider's own number of it
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) <= 254), -- for invoices and notices
  phone text,
  street text,
  house_number text,
  zip text,
  city text,
  vat_id text,
  logo bytea check (length(logo) <= 307200),
  state text not null check (state in ('registered', 'active', 'inactive')),
  created_at timestamptz not null,
  primary key (tenant, agency_id),
  unique (tenant, number)
);

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
  foreign key (tenant, agency_id) references agencies (tenant, agency_id)
);

-- Whom an agency asked to become a referrer. Names and address go with the invitation when it is over.
create table invitations (
  tenant text not null,
  invitation_id uuid not null,
  agency_id uuid not null,
  user_id uuid not null,
  first_name text not null,
  last_name text not null,
  email text not null check (length(email) <= 254),
  conversation text not null check (conversation in ('on-site', 'by-phone')),
  state text not null check (state in ('sent', 'accepted', 'withdrawn', 'expired')),
  language text not null check (language in ('de', 'en')),
  mails integer not null default 1,
  created_at timestamptz not null,
  expires_on date not null,
  ended_at timestamptz,
  account_id uuid,
  primary key (tenant, invitation_id),
  foreign key (tenant, agency_id) references agencies (tenant, agency_id),
  foreign key (tenant, user_id) references agency_users (tenant, user_id),
  foreign key (tenant, account_id) references accounts (tenant, account_id)
);
create index invitations_by_agency on invitations (tenant, agency_id, created_at desc);

-- Whose referrers they are, and, as it was when it was made, whose a referral is: reports and invoices go by the referral.
alter table accounts add column agency_id uuid, add column agency_user_id uuid;
alter table referrals add column agency_id uuid, add column agency_user_id uuid;
alter table accounts add foreign key (tenant, agency_id) references agencies (tenant, agency_id),
  add foreign key (tenant, agency_user_id) references agency_users (tenant, user_id);
alter table referrals add foreign key (tenant, agency_id) references agencies (tenant, agency_id),
  add foreign key (tenant, agency_user_id) references agency_users (tenant, user_id);
alter table agents add column agency_user_id uuid,
  add foreign key (tenant, agency_user_id) references agency_users (tenant, user_id);
create index accounts_by_agency on accounts (tenant, agency_id, account_id) where agency_id is not null;
create index referrals_by_agency on referrals (tenant, agency_id, created_at desc) where agency_id is not null;

-- What an agency pays its referrers instead of the tenant's plan. One that is deleted prices nothing new; rewards keep a snapshot.
create table bonus_plans (
  tenant text not null,
  plan_id uuid not null,
  agency_id uuid not null,
  name text not null check (length(name) between 1 and 80),
  fixed_cents bigint not null check (fixed_cents between 0 and 100000),
  stages jsonb not null default '[]', -- [{ from, cents }]
  period_months integer not null check (period_months between 1 and 36),
  valid_from date not null,
  created_at timestamptz not null,
  created_by uuid not null,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (tenant, plan_id),
  foreign key (tenant, agency_id) references agencies (tenant, agency_id),
  foreign key (tenant, created_by) references agency_users (tenant, user_id)
);
create index bonus_plans_by_agency on bonus_plans (tenant, agency_id, valid_from);

do $$
declare
  t text;
begin
  foreach t in array array['agencies', 'agency_users', 'invitations', 'bonus_plans'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant = current_setting(''app.tenant'', true)) '
      'with check (tenant = current_setting(''app.tenant'', true))', t);
  end loop;
end $$;
grant select, insert, update on agencies, agency_users, invitations, bonus_plans to zuspruch_app;
