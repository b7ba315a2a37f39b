-- What a tenant bills its agencies, and credits again (docs/decisions.md, Invoices). Documents are written once and never changed:
-- the app may insert and read them, nothing else.
create table invoice_counters (
  tenant text not null references tenants,
  agency_id uuid not null,
  year integer not null,
  last integer not null check (last >= 0),
  primary key (tenant, agency_id, year),
  foreign key (tenant, agency_id) references agencies (tenant, agency_id)
);

create table invoices (
  tenant text not null,
  invoice_id uuid not null,
  agency_id uuid not null,
  kind text not null check (kind in ('invoice', 'credit', 'self-billed')),
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'), -- of the service
  year integer not null, -- in which it was written: numbers are gapless in it
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
  foreign key (tenant, agency_id) references agencies (tenant, agency_id),
  check (total_cents = reward_cents + fee_cents + vat_cents)
);

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
  foreign key (tenant, invoice_id) references invoices (tenant, invoice_id),
  foreign key (tenant, reward_id) references rewards (tenant, reward_id),
  foreign key (tenant, corrects) references invoices (tenant, invoice_id),
  check ((side = 'credited') = (corrects is not null)),
  check (reward_cents + fee_cents > 0)
);
create index invoice_lines_by_corrected on invoice_lines (tenant, corrects) where corrects is not null;

-- The day on which all agencies were last billed: the sweep comes every minute, the run is wanted once a day.
create table invoice_runs (
  tenant text not null references tenants,
  ran_on date not null,
  primary key (tenant)
);

do $$
declare
  t text;
begin
  foreach t in array array['invoice_counters', 'invoices', 'invoice_lines', 'invoice_runs'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant = current_setting(''app.tenant'', true)) '
      'with check (tenant = current_setting(''app.tenant'', true))', t);
  end loop;
end $$;
grant select, insert on invoices, invoice_lines to zuspruch_app;
grant select, insert, update on invoice_counters, invoice_runs to zuspruch_app;
