-- Passkeys of customers, agencies' people and sales partners. Operators have their own (operator_passkeys): they belong to the platform.
create table passkeys (
  tenant text not null references tenants,
  passkey_id text not null, -- the authenticator's, base64url
  account_id uuid,
  agency_user_id uuid,
  partner_id uuid,
  name text not null check (length(name) between 1 and 60),
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (tenant, passkey_id),
  check (num_nonnulls(account_id, agency_user_id, partner_id) = 1),
  foreign key (tenant, account_id) references accounts on delete cascade,
  foreign key (tenant, agency_user_id) references agency_users on delete cascade,
  foreign key (tenant, partner_id) references sales_partners on delete cascade
);
create index passkeys_by_account on passkeys (tenant, account_id) where account_id is not null;
create index passkeys_by_agency_user on passkeys (tenant, agency_user_id) where agency_user_id is not null;
create index passkeys_by_partner on passkeys (tenant, partner_id) where partner_id is not null;
call tenant_only('passkeys');
grant select, insert, delete on passkeys to zuspruch_app;
grant update (counter, last_used_at) on passkeys to zuspruch_app;

-- Whoever goes keeps the row, and no passkey, however they went.
create function end_passkeys() returns trigger language plpgsql as $$
begin
  delete from passkeys where tenant = new.tenant
    and (tg_table_name = 'accounts' and account_id = (to_jsonb(new) ->> 'account_id')::uuid
      or tg_table_name = 'agency_users' and agency_user_id = (to_jsonb(new) ->> 'user_id')::uuid
      or tg_table_name = 'sales_partners' and partner_id = (to_jsonb(new) ->> 'partner_id')::uuid);
  return null;
end $$;
create trigger accounts_end_passkeys after update of deleted_at on accounts
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function end_passkeys();
create trigger agency_users_end_passkeys after update of left_at on agency_users
  for each row when (old.left_at is null and new.left_at is not null) execute function end_passkeys();
create trigger sales_partners_end_passkeys after update of state on sales_partners
  for each row when (old.state <> 'closed' and new.state = 'closed') execute function end_passkeys();

alter table tokens drop constraint tokens_kind_check;
alter table tokens add constraint tokens_kind_check check (kind in (
  'user-session', 'agency-session', 'partner-session', 'api-key',
  'set-password', 'agency-password', 'partner-password', 'new-email', 'old-email',
  'admin-login', 'owner-login', 'single-sign-on',
  'reward', 'recipient', 'confirm-recipient', 'own-referral', 'newsletter', 'invitation',
  'operator-session', 'operator-invitation', 'operator-token', 'operator-command', 'passkey-challenge', 'second-factor',
  'review-answer'));
