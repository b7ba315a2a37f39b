-- A reviewer may refuse because of the yearly limit.
alter table rewards drop constraint rewards_refusal_reason_check;
alter table rewards add constraint rewards_refusal_reason_check
  check (refusal_reason in ('existing-customer', 'own-contract', 'not-by-referral', 'not-eligible', 'duplicate', 'other', 'over-limit'));
