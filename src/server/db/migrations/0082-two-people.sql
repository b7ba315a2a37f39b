-- A repayment above what one person books alone waits for a second one, as a proposal beside those to write off.
alter table clawbacks
  add column repay_cents bigint check (repay_cents > 0), -- null: what is proposed is to write it off
  add column repay_on date, -- the day of the bank's booking
  add column repay_reference text check (length(repay_reference) between 1 and 140), -- of the bank's statement
  add constraint clawback_repayment_whole check (num_nulls(repay_cents, repay_on) in (0, 2)),
  add constraint clawback_repayment_proposed check (coalesce(repay_cents::text, repay_reference) is null or proposed_at is not null);
grant update (repay_cents, repay_on, repay_reference) on clawbacks to zuspruch_app;
create index clawbacks_reference on clawbacks (tenant, proposed_at) where repay_reference is not null;

alter table repayments
  add column approved_by uuid, -- null: booked alone
  add constraint repayment_needs_two check (approved_by <> booked_by);
create index repayments_alone on repayments (tenant, booked_at) where approved_by is null and undone_at is null;

-- What one person carries out alone is counted over a day, so a selection may need a second one only when it is started.
grant update (needs_two) on selections to zuspruch_app;
create index selections_started on selections (tenant, started_by, started_at) where started_by is not null;
