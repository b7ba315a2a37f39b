-- The funnel counts a day's acceptances once.
drop index concurrently if exists recipients_by_day;
create index concurrently recipients_by_day on recipients (tenant, created_on);
