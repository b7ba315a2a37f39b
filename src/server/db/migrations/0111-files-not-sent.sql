-- A file that never went to the bank is taken back by two people; its payments are due again (728).
alter table payout_batches
  add column cancel_by text,
  add column cancel_at timestamptz,
  add column cancel_reason text check (length(cancel_reason) between 1 and 500),
  add column cancelled_by text,
  add column cancelled_at timestamptz,
  add column cancelled_alone text, -- why nobody else took part
  add constraint payout_batches_cancel check (num_nonnulls(cancel_by, cancel_at, cancel_reason) in (0, 3)),
  add constraint payout_batches_cancelled check (num_nonnulls(cancelled_by, cancelled_at) in (0, 2)),
  add constraint payout_batches_cancelled_by_another
    check (cancelled_by is null or (cancel_by is not null and (cancelled_by <> cancel_by or cancelled_alone is not null)));
grant update (cancel_by, cancel_at, cancel_reason, cancelled_by, cancelled_at, cancelled_alone) on payout_batches to zuspruch_app;
