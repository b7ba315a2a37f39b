-- Professional sellers (docs/decisions.md, Sales partners): one person or firm with one login, their orders, commissions and the credit
-- notes that the tenant writes for them (section 14(2) UStG).
create table sales_partners (
  tenant text not null references tenants,
  partner_id uuid not null,
  number text not null, -- ours; stands in the partner's own link and on every order
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
  check (vat_id is not null or tax_number is not null) -- section 14(4) no. 2 UStG wants one of them
);

-- What an order of a product group earns a partner, before VAT; the newest that is valid on the day of the contract counts.
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

create table partner_orders (
  tenant text not null,
  number text not null,
  external_number text not null,
  partner_id uuid not null,
  product_id text not null,
  contract_on date not null,
  state text not null check (state in ('confirmed', 'released', 'cancelled')),
  source text not null,
  commission_cents bigint not null check (commission_cents >= 0), -- as promised when the order came in
  plan_id uuid, -- null: the product group earned nothing then
  confirmed_at timestamptz not null,
  releasable_on date not null,
  released_at timestamptz,
  cancelled_at timestamptz,
  primary key (tenant, number),
  unique (tenant, external_number),
  foreign key (tenant, partner_id) references sales_partners (tenant, partner_id),
  foreign key (tenant, product_id) references products (tenant, product_id),
  foreign key (tenant, plan_id) references commission_plans (tenant, plan_id)
);
create index partner_orders_by_partner on partner_orders (tenant, partner_id, contract_on desc, number);
create index partner_orders_to_release on partner_orders (tenant, releasable_on) where state = 'confirmed';

-- The ledger of commissions: the accounts and events of domain/ledger.ts, append-only.
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
  foreign key (tenant, order_number) references partner_orders (tenant, number)
);

-- Credit notes and their corrections. Written once and never changed or deleted, so numbers need no counter beside them: who writes
-- locks the partner's row.
create table partner_notes (
  tenant text not null,
  note_id uuid not null,
  partner_id uuid not null,
  kind text not null check (kind in ('self-billed', 'self-billed-credit')),
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  year integer not null, -- in which it was written: numbers are gapless in it
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
  primary key (tenant, note_id),
  unique (tenant, partner_id, month, kind),
  unique (tenant, partner_id, year, place),
  unique (tenant, number),
  foreign key (tenant, partner_id) references sales_partners (tenant, partner_id),
  check (total_cents = net_cents + vat_cents)
);

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
  -- A commission is on one note and taken back once, however often and however parallel the run is.
  unique (tenant, order_number, side),
  foreign key (tenant, note_id) references partner_notes (tenant, note_id),
  foreign key (tenant, order_number) references partner_orders (tenant, number),
  foreign key (tenant, corrects) references partner_notes (tenant, note_id),
  check ((side = 'credited') = (corrects is not null))
);
create index partner_note_lines_by_corrected on partner_note_lines (tenant, corrects) where corrects is not null;

create table partner_note_runs (
  tenant text not null references tenants,
  ran_on date not null,
  primary key (tenant)
);

do $$
declare
  t text;
  known text;
begin
  foreach t in array array['sales_partners', 'commission_plans', 'partner_orders', 'commission_postings', 'partner_notes',
    'partner_note_lines', 'partner_note_runs'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant = current_setting(''app.tenant'', true)) '
      'with check (tenant = current_setting(''app.tenant'', true))', t);
  end loop;
  -- Kinds are added to whatever the checks allow by now.
  select pg_get_constraintdef(oid) into strict known from pg_constraint
    where conname = 'tokens_kind_check' and conrelid = 'tokens'::regclass;
  execute 'alter table tokens drop constraint tokens_kind_check, add constraint tokens_kind_check '
    || replace(known, 'ARRAY[', 'ARRAY[''partner-session''::text, ''partner-password''::text, ');
  select pg_get_constraintdef(oid) into strict known from pg_constraint
    where conname = 'consents_subject_kind_check' and conrelid = 'consents'::regclass;
  execute 'alter table consents drop constraint consents_subject_kind_check, add constraint consents_subject_kind_check '
    || replace(known, 'ARRAY[', 'ARRAY[''sales-partner''::text, ');
end $$;
grant select, insert, update on sales_partners, partner_orders, partner_note_runs to zuspruch_app;
grant select, insert on commission_plans, commission_postings, partner_notes, partner_note_lines to zuspruch_app;
