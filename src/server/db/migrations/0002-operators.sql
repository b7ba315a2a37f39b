-- People who run the programme. They belong to the platform, whose rows have a tenant of its own without pages or customers; what they may
-- do is a grant in the rows of each tenant.

alter table tokens drop constraint tokens_kind_check;
alter table tokens add constraint tokens_kind_check check (kind in (
  'user-session', 'agency-session', 'partner-session', 'api-key',
  'set-password', 'agency-password', 'partner-password', 'new-email', 'old-email',
  'admin-login', 'owner-login', 'single-sign-on',
  'reward', 'recipient', 'confirm-recipient', 'own-referral', 'newsletter', 'invitation',
  'operator-session', 'operator-invitation', 'operator-token', 'passkey-challenge'));

do $$ begin
  perform set_config('app.tenant', 'betrieb', true);
  insert into tenants values ('betrieb', '{}', now(), now());
  perform set_config('app.tenant', '', true);
end $$;

create table operators (
  tenant text not null references tenants check (tenant = 'betrieb'),
  operator_id uuid not null,
  email text not null, -- normalised
  name text not null,
  language text not null check (language in ('de', 'en')),
  sso_subject text, -- at the company's login
  created_at timestamptz not null,
  joined_at timestamptz, -- null: invited
  primary key (tenant, operator_id)
);
create unique index operators_by_email on operators (tenant, email);
create unique index operators_by_subject on operators (tenant, sso_subject);
call tenant_only('operators');
grant select, insert, update on operators to zuspruch_app;

create table operator_passkeys (
  tenant text not null references tenants check (tenant = 'betrieb'),
  passkey_id text not null, -- the authenticator's, base64url
  operator_id uuid not null,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz,
  ended_at timestamptz,
  primary key (tenant, passkey_id),
  foreign key (tenant, operator_id) references operators
);
create index operator_passkeys_by_operator on operator_passkeys (tenant, operator_id);
call tenant_only('operator_passkeys');
grant select, insert on operator_passkeys to zuspruch_app;
grant update (counter, last_used_at, ended_at) on operator_passkeys to zuspruch_app;

create table operator_grants (
  tenant text not null references tenants,
  grant_id uuid not null,
  operator_id uuid not null, -- of the platform's rows
  role text not null check (role in (
    'support', 'reviewer', 'payout-preparer', 'payout-approver', 'editor', 'publisher', 'analyst', 'tenant-admin', 'auditor',
    'platform-operator')),
  granted_at timestamptz not null,
  granted_by text not null,
  expires_at timestamptz,
  ended_at timestamptz,
  ended_by text,
  primary key (tenant, grant_id),
  check ((ended_at is null) = (ended_by is null)),
  check ((tenant = 'betrieb') = (role = 'platform-operator'))
);
create unique index operator_grants_once on operator_grants (tenant, operator_id, role) where ended_at is null;
call tenant_only('operator_grants');
-- A session asks for its grants of all tenants from the platform's rows, and changes none from there.
create policy operator_grants_readable on operator_grants for select using (current_setting('app.tenant', true) = 'betrieb');
grant select, insert on operator_grants to zuspruch_app;
grant update (ended_at, ended_by) on operator_grants to zuspruch_app;
