-- Files of the bank that were handed in, once each.
create table bank_files (
  tenant text not null references tenants,
  file_hash text not null, -- SHA-256
  kind text not null check (kind in ('camt.052', 'camt.053', 'camt.054')),
  account text not null, -- the tenant's own
  statements jsonb not null, -- ids, pages, days and balances
  lines integer not null,
  came_by text not null check (came_by in ('person', 'folder')),
  brought_by text not null,
  brought_at timestamptz not null,
  primary key (tenant, file_hash)
);
create index bank_files_by_account on bank_files (tenant, account, brought_at);
call tenant_only('bank_files');
grant select, insert, delete on bank_files to zuspruch_app;

-- The day up to which a tenant's bank lines are closed.
create table bank_books (
  tenant text not null references tenants,
  closed_to date,
  closed_at timestamptz,
  closed_by text,
  primary key (tenant)
);
call tenant_only('bank_books');
grant select, insert, update (closed_to, closed_at, closed_by) on bank_books to zuspruch_app;

-- Each booking of the tenant's account, once, whichever file has it. What it says of others is sealed.
create table bank_lines (
  tenant text not null references tenants,
  line_id uuid not null,
  account text not null,
  line_key text not null, -- the bank's reference, or the digest
  digest text not null, -- of what it says, with a number within its day
  file_hash text not null, -- the first one that had it
  booked_on date not null,
  value_on date,
  day_on date not null, -- the booking day; of a late line the first open day
  direction text not null check (direction in ('CRDT', 'DBIT')),
  cents bigint not null check (cents > 0),
  currency text not null,
  reference text,
  code text,
  is_return boolean not null,
  party_mask text,
  words_encrypted text, -- text, name and IBAN
  likely_kind text check (likely_kind in ('clawback', 'invoice', 'payout', 'batch')),
  likely_id text,
  kind text check (kind in ('payout', 'batch', 'return', 'charge', 'repayment', 'invoice', 'other')), -- null: an open item
  subject text, -- payout, batch, reward of the clawback, or number of the invoice
  reason text check (length(reason) <= 500),
  decided_by text,
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  primary key (tenant, line_id),
  unique (tenant, account, line_key),
  check (day_on >= booked_on),
  check ((kind is null) = (decided_at is null))
);
create index bank_lines_by_digest on bank_lines (tenant, account, digest);
create index bank_lines_open on bank_lines (tenant, day_on, line_id) where kind is null;
create index bank_lines_by_day on bank_lines (tenant, day_on, line_id);
create index bank_lines_to_forget on bank_lines (tenant, created_at);
call tenant_only('bank_lines');
create policy only_after_their_years on bank_lines as restrictive for delete
  using (created_at < nullif(current_setting('app.payments_before', true), '')::timestamptz);
grant select, insert, delete, update (kind, subject, reason, decided_by, decided_at, version, likely_kind, likely_id)
  on bank_lines to zuspruch_app;

-- A closed day does not change.
create function keep_closed_days() returns trigger language plpgsql as $$
begin
  if exists (select from bank_books where tenant = new.tenant and closed_to >= new.day_on) then
    raise exception 'the day % is closed', new.day_on using errcode = 'check_violation', constraint = 'bank_day_closed';
  end if;
  return new;
end $$;
create trigger bank_lines_keep_closed_days before insert or update of kind, subject, day_on, cents, direction on bank_lines
  for each row execute function keep_closed_days();

-- What a line says of a payment. A payment leaves once and comes back once: a second line of it stays an open item.
create table bank_line_payouts (
  tenant text not null,
  line_id uuid not null,
  payout_id uuid not null,
  says text not null check (says in ('settled', 'returned')),
  reasons text,
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  proposed_by text, -- of money that came back, by whoever handed the file in; null: no second person is needed
  proposed_at timestamptz,
  applied_at timestamptz, -- null: waits for a second person
  decided_by text,
  primary key (tenant, payout_id, says),
  foreign key (tenant, line_id) references bank_lines on delete cascade,
  foreign key (tenant, payout_id) references payouts on delete cascade,
  constraint bank_return_needs_two check (decided_by <> proposed_by),
  check ((proposed_by is null) = (proposed_at is null)),
  check (applied_at is not null or proposed_by is not null),
  check (proposed_by is null or applied_at is null or decided_by is not null)
);
create index bank_line_payouts_by_line on bank_line_payouts (tenant, line_id);
create index bank_line_payouts_waiting on bank_line_payouts (tenant, proposed_at) where applied_at is null;
call tenant_only('bank_line_payouts');
grant select, insert, delete, update (applied_at, decided_by) on bank_line_payouts to zuspruch_app;
