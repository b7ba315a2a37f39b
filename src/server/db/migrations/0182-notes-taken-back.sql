-- Who handed a check of payees in: they do not note that the bank was told to execute the file all the same (814). Null: the bank's folder.
alter table payee_checks add column checked_by text;
grant update (checked_by) on payee_checks to zuspruch_app;

-- Such a note is taken back by somebody else, the last time by whom and from whom (814).
alter table payout_batches
  add column untold_from text,
  add column untold_by text,
  add column untold_at timestamptz,
  add column untold_alone text, -- of a tenant where nobody else could
  add constraint payout_batches_untold check (num_nonnulls(untold_from, untold_by, untold_at) in (0, 3)),
  add constraint payout_batches_untold_by_another
    check (untold_by is null or untold_by <> untold_from or untold_alone is not null);
grant update (untold_from, untold_by, untold_at, untold_alone) on payout_batches to zuspruch_app;
