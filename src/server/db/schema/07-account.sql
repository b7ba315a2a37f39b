create table accounts (
  tenant text not null references tenants,
  account_id uuid not null,
  email text not null check (length(email) <= 254),
  salutation text,
  first_name text not null,
  last_name text not null,
  password_hash text,
  language text not null check (language in ('de', 'en')),
  referrer_hash text not null,
  agency_id uuid, -- whose referrer this is
  agency_user_id uuid,
  customer_number text, -- by which the provider knows the referrer as its customer
  customer_number_state text, -- what the provider says of it
  customer_number_at timestamptz,
  newsletter_opted_in_at timestamptz,
  newsletter_mail_sent_at timestamptz,
  step_mails boolean not null default false, -- a mail at each step of a referral
  blocked_on date, -- no log-in, and rewards wait
  blocked_by text, -- the operator
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- A deleted account keeps its id, to which referrals refer, and no personal data. Its rewards lose the link to it: what was paid stays
  -- in payouts until the tenant's years are over.
  deleted_at timestamptz,
  primary key (tenant, account_id),
  unique (tenant, email),
  unique (tenant, referrer_hash),
  foreign key (tenant, agency_id) references agencies,
  foreign key (tenant, agency_user_id) references agency_users,
  constraint accounts_blocked check ((blocked_on is null) = (blocked_by is null)),
  constraint accounts_customer_number check (
    (customer_number is null) = (customer_number_state is null)
    and (customer_number is null) = (customer_number_at is null)
    and (customer_number_state is null or customer_number_state in ('pending', 'checked', 'unknown')))
);
create index accounts_unconfirmed on accounts (tenant, created_at) where confirmed_at is null;
create index accounts_by_agency on accounts (tenant, agency_id, account_id) where agency_id is not null;
create index accounts_by_agency_day on accounts (tenant, agency_id, created_at) include (agency_user_id)
  where agency_id is not null and confirmed_at is not null and deleted_at is null;
call tenant_only('accounts');
-- A statement without its condition deletes no account that anybody confirmed.
create policy only_unconfirmed on accounts as restrictive for delete using (confirmed_at is null);
grant select, insert, update, delete on accounts to zuspruch_app;

-- Whom an agency asked to become a referrer. Names and address are erased when the invitation is over.
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
  token_id uuid, -- of its link
  mails integer not null default 1,
  mailed_at timestamptz,
  created_at timestamptz not null,
  expires_on date not null,
  ended_at timestamptz,
  account_id uuid,
  primary key (tenant, invitation_id),
  foreign key (tenant, agency_id) references agencies,
  foreign key (tenant, user_id) references agency_users,
  foreign key (tenant, account_id) references accounts
);
create index invitations_by_agency on invitations (tenant, agency_id, created_at desc);
create index invitations_by_user on invitations (tenant, user_id, created_at desc);
-- One open invitation of an agency to an address, also under concurrency.
create unique index invitations_open on invitations (tenant, agency_id, email) where state = 'sent';
create index invitations_due on invitations (tenant, expires_on) where state = 'sent';
create index invitations_kept on invitations (tenant, ended_at) where email <> '';
call tenant_only('invitations');
grant select, insert, update on invitations to zuspruch_app;
