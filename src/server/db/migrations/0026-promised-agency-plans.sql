-- Of an agency's referral: the bonus plan in force when it was made, as it was then ({ planId, name, fixedCents, stages, periodMonths }).
-- `plan` and `commission_cents` of such a referral are the plan's, whatever its product earns elsewhere.
alter table referrals add column agency_plan jsonb,
  add check (agency_plan is null or agency_id is not null and plan = agency_plan ->> 'name'
    and commission_cents = (agency_plan ->> 'fixedCents')::bigint);
