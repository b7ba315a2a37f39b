-- Statistics of an agency read its referrals, registrations and invitations by day; orders and rewards follow the referrals.
create index referrals_by_agency_day on referrals (tenant, agency_id, created_on) include (number, agency_user_id)
  where agency_id is not null;
create index accounts_by_agency_day on accounts (tenant, agency_id, created_at) include (agency_user_id)
  where agency_id is not null and confirmed_at is not null and deleted_at is null;
