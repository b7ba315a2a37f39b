-- The funnel counts a day's referrals once.
drop index concurrently if exists referrals_by_day;
create index concurrently referrals_by_day on referrals (tenant, created_on);
