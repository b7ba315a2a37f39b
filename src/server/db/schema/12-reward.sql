create table rewards (
  tenant text not null,
  reward_id uuid not null,
  order_number text, -- null: goodwill
  referral_number text,
  beneficiary text not null check (beneficiary in ('referrer', 'recipient')),
  account_id uuid, -- null for a referrer who was erased
  recipient_number text,
  cents bigint not null check (cents > 0),
  rule jsonb not null,
  state text not null check (state in ('open', 'provided', 'collected', 'paid', 'cancelled', 'expired')),
  review text not null default 'none' check (review in ('none', 'held', 'approved', 'refused')),
  review_reasons jsonb not null default '[]',
  refusal_reason text
    check (refusal_reason in ('existing-customer', 'own-contract', 'not-by-referral', 'not-eligible', 'duplicate', 'other')),
  refusal_note text check (length(refusal_note) between 1 and 300),
  option_id text,
  taken_as text check (taken_as in ('cash', 'voucher')),
  created_at timestamptz not null,
  provided_at timestamptz,
  provisions integer not null default 0,
  reminded_on date, -- the next reminder is due when a later reminder day has come
  expires_on date,
  collected_at timestamptz,
  due_on date,
  payout_id uuid,
  payout_problem text, -- the bank's code
  paid_at timestamptz,
  cancelled_at timestamptz,
  -- A paid reward of a cancelled order is claimed back until the money has returned.
  claimed_back_at timestamptz,
  claim_settled_at timestamptz,
  primary key (tenant, reward_id),
  unique (tenant, order_number, beneficiary),
  foreign key (tenant, order_number) references orders,
  foreign key (tenant, referral_number) references referrals,
  foreign key (tenant, account_id) references accounts,
  foreign key (tenant, recipient_number) references recipients,
  foreign key (tenant, option_id) references reward_options,
  check (beneficiary <> 'recipient' or recipient_number is not null),
  -- What counts as money owed always has the data to pay it with.
  check (state <> 'collected' or taken_as = 'cash'),
  check (state <> 'paid' or (taken_as is not null and paid_at is not null)),
  constraint rewards_claim_settled check (claim_settled_at is null or claimed_back_at is not null),
  constraint rewards_refused check (refusal_reason is null or review = 'refused')
);
create index rewards_by_referral on rewards (tenant, referral_number);
create index rewards_by_account on rewards (tenant, account_id);
create index rewards_by_recipient on rewards (tenant, recipient_number);
create index rewards_without_account on rewards (tenant, reward_id) where beneficiary = 'referrer' and account_id is null;
create index rewards_to_provide on rewards (tenant, created_at) where state = 'open';
create index rewards_to_expire on rewards (tenant, expires_on) where state = 'provided';
create index rewards_due on rewards (tenant, due_on) where state = 'collected' and payout_id is null;
call tenant_only('rewards');
grant select, insert,
  update (account_id, rule, state, review, review_reasons, refusal_reason, refusal_note, option_id, taken_as, provided_at, provisions,
    reminded_on, expires_on, collected_at, due_on, payout_id, payout_problem, paid_at, cancelled_at, claimed_back_at, claim_settled_at)
  on rewards to zuspruch_app;

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
  foreign key (tenant, reward_id) references rewards
);
create index reward_bank_data_by_iban on reward_bank_data (tenant, iban_hash);
call tenant_only('reward_bank_data');
grant select, insert, delete, update (holder, iban_encrypted, iban_mask, iban_hash, bic, created_at) on reward_bank_data to zuspruch_app;

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
  foreign key (tenant, account_id) references accounts
);
call tenant_only('bank_accounts');
grant select, insert, delete, update (holder, iban_encrypted, iban_mask, iban_hash, bic, updated_at) on bank_accounts to zuspruch_app;

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
  foreign key (tenant, option_id) references reward_options,
  foreign key (tenant, reward_id) references rewards
);
create index vouchers_free on vouchers (tenant, option_id, cents) where reward_id is null;
create index vouchers_by_reward on vouchers (tenant, reward_id) where reward_id is not null;
call tenant_only('vouchers');
grant select, insert, update (reward_id, taken_at) on vouchers to zuspruch_app;

-- Double entry; it only grows.
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
  foreign key (tenant, reward_id) references rewards
);
call tenant_only('ledger_postings');
grant select, insert on ledger_postings to zuspruch_app;
