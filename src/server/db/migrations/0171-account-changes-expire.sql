-- Another account to pay from that nobody agreed to within fourteen days is proposed anew (796).
alter table payout_account_changes
  drop constraint payout_account_changes_state_check,
  add constraint payout_account_changes_state_check check (state in ('open', 'approved', 'used', 'stopped', 'expired')),
  drop constraint payout_account_changes_approved,
  add constraint payout_account_changes_approved check
    (num_nulls(approved_by, approved_at, use_from) = 0 or (num_nonnulls(approved_by, approved_at, use_from) = 0 and state in ('open', 'stopped', 'expired'))),
  add constraint payout_account_changes_in_time check (approved_at < proposed_at + interval '336 hours') not valid;
