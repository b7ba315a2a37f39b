-- What a status report that a person handed in says was rejected or cancelled waits for a second one, too. It has no line of the account.
alter table bank_line_payouts
  alter line_id drop not null,
  add bank_status text,
  add file_hash text, -- SHA-256 of the report
  drop constraint bank_line_payouts_says_check,
  add constraint bank_line_payouts_says_check check (says in ('settled', 'returned', 'rejected')),
  add check ((says = 'rejected') = (line_id is null)),
  add check ((says = 'rejected') = (bank_status is not null)),
  add check ((says = 'rejected') = (file_hash is not null)),
  add check (says <> 'rejected' or proposed_by is not null);
