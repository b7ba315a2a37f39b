-- What banks said of the payees of a file before they executed it (771).
create table payee_checks (
  tenant text not null,
  payout_id uuid not null,
  result text not null check (result in ('match', 'close', 'none', 'impossible')),
  -- The account's owner as the bank spells them, for the owner alone; gone with the payment's end or the account.
  bank_spells text check (length(bank_spells) between 2 and 140),
  checked_at timestamptz not null,
  primary key (tenant, payout_id),
  foreign key (tenant, payout_id) references payouts on delete cascade,
  check (bank_spells is null or result = 'close')
);
call tenant_only('payee_checks');
grant select, insert, delete, update (result, bank_spells, checked_at) on payee_checks to zuspruch_app;

-- The same, once the payment is back: until its owner confirms it or gives another account (772).
alter table reward_bank_data add column bank_spells text check (length(bank_spells) between 2 and 140);
grant update (bank_spells) on reward_bank_data to zuspruch_app;

-- That the bank was told to execute a file in spite of its check.
alter table payout_batches
  add column told_by text,
  add column told_at timestamptz,
  add constraint payout_batches_told check (num_nonnulls(told_by, told_at) in (0, 2)),
  add constraint payout_batches_told_or_cancelled check (told_at is null or cancelled_at is null);
grant update (told_by, told_at) on payout_batches to zuspruch_app;
