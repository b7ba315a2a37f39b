-- Whether the books agree: a check each night, and those that somebody asked for. A job carries them out.
create table books_checks (
  tenant text not null references tenants,
  check_id uuid not null,
  day date not null, -- in Berlin
  asked_by text, -- null: by itself, at night
  asked_at timestamptz not null, -- real time, as the next two
  checked_at timestamptz, -- null: waits, or is under way
  as_of timestamptz, -- by the tenant's clock: what was posted until then
  took_ms integer,
  difference_count integer,
  differences jsonb not null default '[]',
  found_new boolean not null default false, -- what the check before had not found
  primary key (tenant, check_id),
  check (num_nulls(checked_at, as_of, took_ms, difference_count) in (0, 4))
);
create unique index books_checks_nightly on books_checks (tenant, day) where asked_by is null;
create unique index books_checks_waiting on books_checks (tenant) where checked_at is null and asked_by is not null;
create index books_checks_done on books_checks (tenant, checked_at desc) where checked_at is not null;
call tenant_only('books_checks');
grant select, insert, update (asked_at, checked_at, as_of, took_ms, difference_count, differences, found_new) on books_checks to zuspruch_app;

-- The sums of the last check, by ledger, account and month.
create table books_sums (
  tenant text not null references tenants,
  ledger text not null check (ledger in ('rewards', 'commissions', 'notes', 'invoices', 'vouchers')),
  account text not null,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  debit_cents bigint not null,
  credit_cents bigint not null,
  primary key (tenant, ledger, account, month)
);
call tenant_only('books_sums');
grant select, insert, delete on books_sums to zuspruch_app;

-- Postings come in the order of their time, so a small index finds a month's.
create index ledger_postings_by_time on ledger_postings using brin (tenant, at);

alter table operator_notices
  drop constraint operator_notices_kind_check,
  add constraint operator_notices_kind_check check (kind in ('daily', 'dead-jobs', 'late-payout', 'books'));

-- A draft is checked, too, and may still be deleted.
do $$ begin
  execute replace(pg_get_functiondef('delete_draft_tenant(text)'::regprocedure), '''operator_visits''', '''operator_visits'', ''books_checks'', ''books_sums''');
end $$;
