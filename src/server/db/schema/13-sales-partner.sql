-- Professional sellers (docs/decisions/sales-partners-and-billing.md): a person or firm with one login, their orders, commissions, and the
-- credit notes that the tenant writes for them (section 14(2) UStG).
create table sales_partners (
  tenant text not null references tenants,
  partner_id uuid not null,
  number text not null, -- ours; in the partner's link and on every order
  company text check (length(company) <= 120),
  first_name text not null,
  last_name text not null,
  email text not null check (length(email) <= 254),
  phone text,
  street text not null,
  house_number text not null,
  zip text not null,
  city text not null,
  vat_id text,
  tax_number text,
  small_business boolean not null, -- section 19 UStG: no VAT on what the partner earns
  holder text not null,
  iban_encrypted text not null,
  iban_mask text not null,
  bic text,
  account_problem text, -- the bank's code; nothing is paid until the account is entered again
  agreed_at timestamptz not null, -- to be billed by credit note; the words are in consents
  agreed_version text not null,
  state text not null check (state in ('registered', 'active', 'inactive', 'closed')),
  password_hash text,
  language text not null check (language in ('de', 'en')),
  created_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (tenant, partner_id),
  unique (tenant, number),
  unique (tenant, email),
  check (vat_id is not null or tax_number is not null) -- section 14(4) no. 2 UStG requires one of them
);
call tenant_only('sales_partners');
grant select, insert,
  update (company, first_name, last_name, email, phone, street, house_number, zip, city, vat_id, tax_number, small_business, holder,
    iban_encrypted, iban_mask, bic, account_problem, agreed_at, agreed_version, state, password_hash, language, confirmed_at)
  on sales_partners to zuspruch_app;

-- What an order of a product group earns a partner, before VAT; the newest that is valid on the contract's day counts.
create table commission_plans (
  tenant text not null references tenants,
  plan_id uuid not null,
  product_group text not null,
  cents bigint not null check (cents between 0 and 1000000),
  valid_from date not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (tenant, plan_id),
  unique (tenant, product_group, valid_from)
);
call tenant_only('commission_plans');
grant select, insert on commission_plans to zuspruch_app;

-- Credit notes and their corrections. The document never changes; the app may write only which payout it is part of, and since when it is
-- settled.
create table partner_notes (
  tenant text not null,
  note_id uuid not null,
  partner_id uuid not null,
  kind text not null check (kind in ('self-billed', 'self-billed-credit')),
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  year integer not null, -- of writing: numbers are gapless in it
  place integer not null check (place > 0),
  number text not null,
  issued_on date not null,
  due_on date not null,
  net_cents bigint not null check (net_cents > 0),
  vat_cents bigint not null check (vat_cents >= 0),
  total_cents bigint not null,
  pdf bytea not null, -- with the XML in it
  pdf_hash text not null,
  xml text not null,
  created_at timestamptz not null,
  created_by text not null,
  payout_id uuid,
  paid_at timestamptz,
  primary key (tenant, note_id),
  unique (tenant, partner_id, month, kind),
  unique (tenant, partner_id, year, place),
  unique (tenant, number),
  foreign key (tenant, partner_id) references sales_partners,
  check (total_cents = net_cents + vat_cents),
  constraint partner_notes_paid_by check (paid_at is null or payout_id is not null)
);
create index partner_notes_open on partner_notes (tenant, partner_id) where payout_id is null;
create index partner_notes_by_payout on partner_notes (tenant, payout_id) where payout_id is not null;
call tenant_only('partner_notes');
grant select, insert, update (payout_id, paid_at) on partner_notes to zuspruch_app;

-- A lost document leaves a gap that the check finds, and its number is not given again.
create table partner_note_counters (
  tenant text not null references tenants,
  partner_id uuid not null,
  year integer not null,
  last integer not null check (last >= 0),
  primary key (tenant, partner_id, year),
  foreign key (tenant, partner_id) references sales_partners
);
call tenant_only('partner_note_counters');
grant select, insert, update (last) on partner_note_counters to zuspruch_app;

-- The day of the last run for all partners: the sweep comes every minute, the run once a day.
create table partner_note_runs (
  tenant text not null references tenants,
  ran_on date not null,
  primary key (tenant)
);
call tenant_only('partner_note_runs');
grant select, insert, update (ran_on) on partner_note_runs to zuspruch_app;

create table partner_orders (
  tenant text not null,
  number text not null,
  external_number text not null,
  partner_id uuid not null,
  product_id text not null,
  contract_on date not null,
  state text not null check (state in ('confirmed', 'released', 'cancelled')),
  source text not null,
  plan_id uuid, -- null: the product group earned nothing then
  commission_cents bigint not null check (commission_cents >= 0), -- as promised when the order came in
  -- The note with its commission, so that lists sort, filter and sum by where the money is without a join.
  billed_in uuid,
  commission_state text not null generated always as (
    case when state = 'cancelled' and billed_in is not null then 'taken-back'
      when state = 'cancelled' then 'cancelled'
      when billed_in is not null then 'billed'
      when state = 'released' then 'released'
      else 'promised' end) stored,
  confirmed_at timestamptz not null,
  releasable_on date not null,
  released_at timestamptz,
  cancelled_at timestamptz,
  primary key (tenant, number),
  unique (tenant, external_number),
  foreign key (tenant, partner_id) references sales_partners,
  foreign key (tenant, product_id) references products,
  foreign key (tenant, plan_id) references commission_plans,
  foreign key (tenant, billed_in) references partner_notes
);
create index partner_orders_to_release on partner_orders (tenant, releasable_on) where state = 'confirmed';
create index partner_orders_by_day on partner_orders (tenant, partner_id, contract_on, number);
create index partner_orders_by_external on partner_orders (tenant, partner_id, external_number, number);
create index partner_orders_by_state on partner_orders (tenant, partner_id, state, number);
create index partner_orders_by_cents on partner_orders (tenant, partner_id, commission_cents, number);
-- Sums are read from this one alone.
create index partner_orders_by_money on partner_orders (tenant, partner_id, commission_state, number) include (commission_cents);
call tenant_only('partner_orders');
grant select, insert, update (state, billed_in, released_at, cancelled_at) on partner_orders to zuspruch_app;

create table partner_note_lines (
  tenant text not null,
  note_id uuid not null,
  position integer not null check (position > 0),
  side text not null check (side in ('billed', 'credited')),
  order_number text not null,
  happened_on date not null,
  cents bigint not null check (cents > 0),
  vat_percent integer not null check (vat_percent between 0 and 100),
  corrects uuid, -- the note that a credited line takes back
  primary key (tenant, note_id, position),
  -- A commission is billed once and taken back once, however often and however parallel the run is.
  unique (tenant, order_number, side),
  foreign key (tenant, note_id) references partner_notes,
  foreign key (tenant, order_number) references partner_orders,
  foreign key (tenant, corrects) references partner_notes,
  check ((side = 'credited') = (corrects is not null))
);
create index partner_note_lines_by_corrected on partner_note_lines (tenant, corrects) where corrects is not null;
call tenant_only('partner_note_lines');
grant select, insert on partner_note_lines to zuspruch_app;

-- The ledger of commissions: accounts and events of domain/ledger.ts; it only grows.
create table commission_postings (
  tenant text not null,
  posting_id uuid not null default uuidv7(),
  order_number text not null,
  event text not null,
  event_key text not null,
  account text not null check (account in ('programme', 'committed', 'payable', 'in-transit', 'paid-bank', 'cancelled', 'claims')),
  cents bigint not null check (cents <> 0),
  at timestamptz not null,
  primary key (tenant, posting_id),
  unique (tenant, order_number, event_key, account),
  foreign key (tenant, order_number) references partner_orders
);
call tenant_only('commission_postings');
grant select, insert on commission_postings to zuspruch_app;

-- The ledger of documents, with VAT, since that is what banks move; it only grows. What a correction takes back is negative.
create table partner_note_postings (
  tenant text not null,
  posting_id uuid not null default uuidv7(),
  note_id uuid not null,
  event text not null,
  event_key text not null,
  account text not null check (account in ('programme', 'payable', 'in-transit', 'paid-bank')),
  cents bigint not null check (cents <> 0),
  at timestamptz not null,
  primary key (tenant, posting_id),
  unique (tenant, note_id, event_key, account),
  foreign key (tenant, note_id) references partner_notes
);
call tenant_only('partner_note_postings');
grant select, insert on partner_note_postings to zuspruch_app;
