-- What a tenant bills its agencies, and credits again. Documents never change.
create table invoices (
  tenant text not null,
  invoice_id uuid not null,
  agency_id uuid not null,
  kind text not null check (kind in ('invoice', 'credit', 'self-billed')),
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'), -- of the service
  year integer not null, -- of writing: numbers are gapless in it
  place integer not null check (place > 0),
  number text not null,
  issued_on date not null,
  due_on date not null,
  reward_cents bigint not null check (reward_cents >= 0),
  fee_cents bigint not null check (fee_cents >= 0), -- net
  vat jsonb not null, -- [{ percent, netCents, vatCents }]
  vat_cents bigint not null check (vat_cents >= 0),
  total_cents bigint not null,
  pdf bytea not null, -- with the XML in it
  pdf_hash text not null,
  xml text not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (tenant, invoice_id),
  unique (tenant, agency_id, month, kind),
  unique (tenant, agency_id, year, place),
  unique (tenant, number),
  foreign key (tenant, agency_id) references agencies,
  check (total_cents = reward_cents + fee_cents + vat_cents)
);
call tenant_only('invoices');
grant select, insert on invoices to zuspruch_app;

create table invoice_lines (
  tenant text not null,
  invoice_id uuid not null,
  position integer not null check (position > 0),
  side text not null check (side in ('billed', 'credited')),
  reward_id uuid not null,
  event text not null check (event in ('released', 'cancelled', 'expired')),
  happened_on date not null,
  order_number text not null,
  referral_number text not null,
  reward_cents bigint not null check (reward_cents >= 0),
  fee_cents bigint not null check (fee_cents >= 0),
  vat_percent integer not null check (vat_percent between 0 and 100),
  corrects uuid, -- the invoice that a credited line takes back
  primary key (tenant, invoice_id, position),
  -- A reward is billed once and credited once, however often and however parallel the run is.
  unique (tenant, reward_id, side),
  foreign key (tenant, invoice_id) references invoices,
  foreign key (tenant, reward_id) references rewards,
  foreign key (tenant, corrects) references invoices,
  check ((side = 'credited') = (corrects is not null)),
  check (reward_cents + fee_cents > 0)
);
create index invoice_lines_by_corrected on invoice_lines (tenant, corrects) where corrects is not null;
call tenant_only('invoice_lines');
grant select, insert on invoice_lines to zuspruch_app;

-- That an invoice was paid, or a credit paid back or set off. An operator makes this mark and takes it back; the audit log says who.
create table invoice_payments (
  tenant text not null references tenants,
  invoice_id uuid not null,
  paid_on date not null,
  reference text check (length(reference) between 1 and 140),
  marked_at timestamptz not null,
  marked_by text not null,
  primary key (tenant, invoice_id),
  foreign key (tenant, invoice_id) references invoices
);
call tenant_only('invoice_payments');
grant select, insert, delete on invoice_payments to zuspruch_app;

create table invoice_counters (
  tenant text not null references tenants,
  agency_id uuid not null,
  year integer not null,
  last integer not null check (last >= 0),
  primary key (tenant, agency_id, year),
  foreign key (tenant, agency_id) references agencies
);
call tenant_only('invoice_counters');
grant select, insert, update (last) on invoice_counters to zuspruch_app;

-- The day of the last run for all agencies: the sweep comes every minute, the run once a day.
create table invoice_runs (
  tenant text not null references tenants,
  ran_on date not null,
  primary key (tenant)
);
call tenant_only('invoice_runs');
grant select, insert, update (ran_on) on invoice_runs to zuspruch_app;
