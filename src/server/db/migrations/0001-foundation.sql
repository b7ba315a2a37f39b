-- Every tenant table has tenant first in its primary key, its unique keys and its foreign keys, and a row-security policy.
-- Text with CHECK instead of enums, bigint cents: only leakproof operators use an index under row security.

create function set_tenant(code text) returns void language plpgsql as $$
begin
  -- SET LOCAL, not set_config: only this form is passed on to the other nodes of a distributed database.
  execute format('set local app.tenant = %L', code);
end $$;

create function set_relay() returns void language plpgsql as $$
begin
  execute 'set local app.relay = ''on''';
end $$;

create table clock (
  singleton boolean primary key default true check (singleton),
  offset_seconds bigint not null default 0
);
insert into clock default values;

create table tenants (
  tenant text primary key check (tenant ~ '^[a-z][a-z0-9-]{1,30}$'),
  config jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table products (
  tenant text not null references tenants,
  product_id text not null,
  external_id text not null,
  category text not null,
  title jsonb not null,
  description jsonb not null,
  plan text not null,
  commission_cents bigint not null check (commission_cents >= 0),
  picture text not null,
  preview_picture text not null,
  position integer not null,
  active boolean not null default true,
  primary key (tenant, product_id),
  unique (tenant, external_id)
);

create table reward_options (
  tenant text not null references tenants,
  option_id text not null,
  kind text not null check (kind in ('cash', 'voucher')),
  title jsonb not null,
  description jsonb not null,
  picture text not null,
  starts_on date not null,
  ends_on date,
  display_ends_on date,
  position integer not null,
  primary key (tenant, option_id)
);

create table accounts (
  tenant text not null references tenants,
  account_id uuid not null,
  email text not null check (length(email) <= 254),
  salutation text,
  first_name text not null,
  last_name text not null,
  password_hash text,
  language text not null check (language in ('de', 'en')),
  confirmed_at timestamptz,
  referrer_hash text not null,
  newsletter_opted_in_at timestamptz,
  newsletter_mail_sent_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant, account_id),
  unique (tenant, email),
  unique (tenant, referrer_hash)
);

create table tokens (
  tenant text not null references tenants,
  token_id uuid not null,
  kind text not null check (kind in ('user-session', 'agency-session', 'admin-login', 'reward', 'recipient',
    'set-password', 'confirm-recipient', 'own-referral', 'newsletter', 'invitation', 'api-key')),
  subject text not null,
  hash text not null,
  key_id text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz,
  uses_left integer,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant, token_id),
  unique (tenant, hash)
);
create index tokens_by_subject on tokens (tenant, kind, subject);

create table referrals (
  tenant text not null,
  number text not null,
  code text not null,
  account_id uuid not null,
  owned_at timestamptz,
  first_name text not null,
  product_id text not null,
  channel text not null,
  agent_id text,
  is_link boolean not null default false,
  share smallint not null check (share between 0 and 100),
  terms_version text not null,
  state text not null check (state in ('open', 'accepted', 'released', 'paid', 'expired', 'cancelled')),
  created_at timestamptz not null,
  created_on date not null,
  valid_until date not null,
  cancelled_at timestamptz,
  primary key (tenant, number),
  unique (tenant, code),
  foreign key (tenant, account_id) references accounts (tenant, account_id),
  foreign key (tenant, product_id) references products (tenant, product_id)
);
create index referrals_by_account on referrals (tenant, account_id, created_at desc);
create index referrals_to_expire on referrals (tenant, valid_until) where state = 'open';

create table clicks (
  tenant text not null,
  click_id uuid not null default uuidv7(),
  referral_number text not null,
  channel text not null,
  recipient_number text,
  source text not null,
  at timestamptz not null,
  primary key (tenant, click_id),
  foreign key (tenant, referral_number) references referrals (tenant, number)
);
create index clicks_by_referral on clicks (tenant, referral_number);

create table recipients (
  tenant text not null,
  number text not null,
  referral_number text not null,
  state text not null check (state in ('accepted', 'confirmed', 'withdrawn')),
  salutation text not null,
  first_name text not null,
  last_name text not null,
  email text not null check (length(email) <= 254),
  birth_date date,
  phone text,
  street text,
  house_number text,
  zip text,
  city text,
  advertising boolean not null default false,
  language text not null check (language in ('de', 'en')),
  channel text not null,
  created_at timestamptz not null,
  created_on date not null,
  confirmed_at timestamptz,
  consented_at timestamptz,
  delete_on date not null,
  primary key (tenant, number),
  foreign key (tenant, referral_number) references referrals (tenant, number)
);
create index recipients_by_referral on recipients (tenant, referral_number);
create index recipients_by_email on recipients (tenant, email);
create unique index recipients_confirmed_once on recipients (tenant, referral_number, email) where state = 'confirmed';
create index recipients_to_delete on recipients (tenant, delete_on) where state = 'accepted';

create table orders (
  tenant text not null,
  number text not null,
  external_number text,
  referral_number text not null,
  recipient_number text not null,
  product_id text not null,
  contract_on date not null,
  state text not null check (state in ('reported', 'confirmed', 'released', 'cancelled')),
  source text not null,
  channel text not null,
  reported_at timestamptz not null,
  confirmed_at timestamptz,
  releasable_on date,
  released_at timestamptz,
  cancelled_at timestamptz,
  primary key (tenant, number),
  unique (tenant, external_number),
  foreign key (tenant, referral_number) references referrals (tenant, number),
  foreign key (tenant, recipient_number) references recipients (tenant, number),
  foreign key (tenant, product_id) references products (tenant, product_id)
);
create index orders_by_referral on orders (tenant, referral_number);
create index orders_by_recipient on orders (tenant, recipient_number);
create unique index orders_reported_once on orders (tenant, recipient_number, product_id) where state = 'reported';
create index orders_to_release on orders (tenant, releasable_on) where state = 'confirmed';

create table payout_batches (
  tenant text not null references tenants,
  batch_id text not null,
  message_id text not null,
  execution_on date not null,
  total_cents bigint not null check (total_cents > 0),
  transfers integer not null check (transfers > 0),
  file_encrypted text not null,
  file_hash text not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (tenant, batch_id),
  unique (tenant, message_id)
);

create table rewards (
  tenant text not null,
  reward_id uuid not null,
  order_number text,
  referral_number text,
  beneficiary text not null check (beneficiary in ('referrer', 'recipient')),
  account_id uuid,
  recipient_number text,
  cents bigint not null check (cents > 0),
  rule jsonb not null,
  state text not null check (state in ('open', 'provided', 'collected', 'paid', 'cancelled', 'expired')),
  review text not null default 'none' check (review in ('none', 'held', 'approved', 'refused')),
  review_reasons jsonb not null default '[]',
  option_id text,
  taken_as text check (taken_as in ('cash', 'voucher')),
  created_at timestamptz not null,
  provided_at timestamptz,
  collected_at timestamptz,
  due_on date,
  expires_on date,
  paid_at timestamptz,
  cancelled_at timestamptz,
  claimed_back_at timestamptz,
  payout_id uuid,
  payout_problem text,
  provisions integer not null default 0,
  primary key (tenant, reward_id),
  unique (tenant, order_number, beneficiary),
  foreign key (tenant, order_number) references orders (tenant, number),
  foreign key (tenant, referral_number) references referrals (tenant, number),
  foreign key (tenant, account_id) references accounts (tenant, account_id),
  foreign key (tenant, recipient_number) references recipients (tenant, number),
  foreign key (tenant, option_id) references reward_options (tenant, option_id),
  check (beneficiary <> 'referrer' or account_id is not null),
  check (beneficiary <> 'recipient' or recipient_number is not null),
  -- What counts as money owed is always backed by data to pay it with.
  check (state <> 'collected' or taken_as = 'cash'),
  check (state <> 'paid' or (taken_as is not null and paid_at is not null))
);
create index rewards_by_referral on rewards (tenant, referral_number);
create index rewards_by_account on rewards (tenant, account_id);
create index rewards_by_recipient on rewards (tenant, recipient_number);
create index rewards_due on rewards (tenant, due_on) where state = 'collected' and payout_id is null;
create index rewards_to_expire on rewards (tenant, expires_on) where state = 'provided';
create index rewards_to_provide on rewards (tenant, created_at) where state = 'open';

create table reward_bank_data (
  tenant text not null,
  reward_id uuid not null,
  holder text not null,
  iban_encrypted text not null,
  iban_mask text not null,
  iban_hash text not null,
  bic text,
  created_at timestamptz not null,
  primary key (tenant, reward_id),
  foreign key (tenant, reward_id) references rewards (tenant, reward_id)
);
create index reward_bank_data_by_iban on reward_bank_data (tenant, iban_hash);

create table bank_accounts (
  tenant text not null,
  account_id uuid not null,
  holder text not null,
  iban_encrypted text not null,
  iban_mask text not null,
  iban_hash text not null,
  bic text,
  updated_at timestamptz not null,
  primary key (tenant, account_id),
  foreign key (tenant, account_id) references accounts (tenant, account_id)
);

create table vouchers (
  tenant text not null,
  voucher_id uuid not null,
  option_id text not null,
  cents bigint not null check (cents > 0),
  code_encrypted text not null,
  code_hash text not null,
  reward_id uuid,
  imported_at timestamptz not null,
  taken_at timestamptz,
  primary key (tenant, voucher_id),
  unique (tenant, code_hash),
  foreign key (tenant, option_id) references reward_options (tenant, option_id),
  foreign key (tenant, reward_id) references rewards (tenant, reward_id)
);
create index vouchers_free on vouchers (tenant, option_id, cents) where reward_id is null;
create index vouchers_by_reward on vouchers (tenant, reward_id) where reward_id is not null;

create table payouts (
  tenant text not null,
  payout_id uuid not null,
  batch_id text not null,
  reward_id uuid not null,
  end_to_end_id text not null,
  cents bigint not null check (cents > 0),
  holder text not null,
  iban_encrypted text not null,
  iban_mask text not null,
  bic text,
  state text not null check (state in ('in-transit', 'paid', 'rejected', 'returned')),
  bank_status text,
  reason text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (tenant, payout_id),
  unique (tenant, end_to_end_id),
  foreign key (tenant, batch_id) references payout_batches (tenant, batch_id),
  foreign key (tenant, reward_id) references rewards (tenant, reward_id)
);
create index payouts_by_batch on payouts (tenant, batch_id);
create unique index payouts_alive_once on payouts (tenant, reward_id) where state in ('in-transit', 'paid');

-- Append-only double entry: the app role may insert and read, nothing else.
create table ledger_postings (
  tenant text not null,
  posting_id uuid not null default uuidv7(),
  reward_id uuid not null,
  event text not null,
  event_key text not null,
  account text not null check (account in ('programme', 'committed', 'payable', 'in-transit', 'paid-bank',
    'paid-voucher', 'cancelled', 'expired', 'claims')),
  cents bigint not null check (cents <> 0),
  at timestamptz not null,
  primary key (tenant, posting_id),
  unique (tenant, reward_id, event_key, account),
  foreign key (tenant, reward_id) references rewards (tenant, reward_id)
);

create table audit_log (
  tenant text not null references tenants,
  audit_id uuid not null default uuidv7(),
  at timestamptz not null,
  actor_kind text not null,
  actor_id text not null,
  support boolean not null default false,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  details jsonb not null default '{}',
  primary key (tenant, audit_id)
);
create index audit_log_by_subject on audit_log (tenant, subject_kind, subject_id);

create table consent_texts (
  tenant text not null references tenants,
  text_hash text not null,
  text text not null,
  primary key (tenant, text_hash)
);

create table consents (
  tenant text not null,
  consent_id uuid not null default uuidv7(),
  subject_kind text not null check (subject_kind in ('account', 'referral', 'recipient')),
  subject_id text not null,
  kind text not null,
  version text not null,
  text_hash text not null,
  given boolean not null,
  at timestamptz not null,
  primary key (tenant, consent_id),
  foreign key (tenant, text_hash) references consent_texts (tenant, text_hash)
);
create index consents_by_subject on consents (tenant, subject_kind, subject_id);

create table mails (
  tenant text not null references tenants,
  mail_id uuid not null,
  template text not null,
  to_address text not null,
  locale text not null check (locale in ('de', 'en')),
  data jsonb not null,
  dedupe_key text not null,
  state text not null check (state in ('queued', 'sent', 'failed')),
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (tenant, mail_id),
  unique (tenant, dedupe_key)
);

create table outbox (
  tenant text not null references tenants,
  outbox_id uuid not null,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant, outbox_id)
);

create table idempotency_keys (
  tenant text not null references tenants,
  caller text not null,
  key text not null,
  endpoint text not null,
  body_hash text not null,
  status integer,
  answer_encrypted text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant, caller, endpoint, key)
);
create index idempotency_keys_to_delete on idempotency_keys (tenant, expires_at);

create table rate_limits (
  tenant text not null references tenants,
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (tenant, bucket, window_start)
);

do $$
declare
  t text;
begin
  if not exists (select from pg_roles where rolname = 'zuspruch_app') then
    create role zuspruch_app nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
  foreach t in array array['products', 'reward_options', 'accounts', 'tokens', 'referrals', 'clicks', 'recipients',
    'orders', 'payout_batches', 'rewards', 'reward_bank_data', 'bank_accounts', 'vouchers', 'payouts',
    'ledger_postings', 'audit_log', 'consent_texts', 'consents', 'mails', 'outbox', 'idempotency_keys',
    'rate_limits', 'tenants'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant = current_setting(''app.tenant'', true)) '
      'with check (tenant = current_setting(''app.tenant'', true))', t);
  end loop;
end $$;

-- The host name decides the tenant before a tenant is known, so the list of tenants is readable by all.
create policy tenants_readable on tenants for select using (true);
-- The relay moves jobs of all tenants to the queue; it sees this table alone, and only after set_relay().
create policy relay_moves on outbox using (current_setting('app.relay', true) = 'on');

grant usage on schema public to zuspruch_app;
grant select, insert, update on products, reward_options, accounts, tokens, referrals, recipients, orders, payout_batches,
  rewards, reward_bank_data, bank_accounts, vouchers, payouts, mails, idempotency_keys, rate_limits, tenants, consents
  to zuspruch_app;
grant select, insert on clicks, ledger_postings, audit_log, consent_texts to zuspruch_app;
grant select, insert, delete on outbox to zuspruch_app;
grant delete on recipients, reward_bank_data, bank_accounts, tokens, idempotency_keys, rate_limits, consents to zuspruch_app;
grant select, update on clock to zuspruch_app;
-- The start checks that nothing is missing.
grant select on kysely_migration to zuspruch_app;
