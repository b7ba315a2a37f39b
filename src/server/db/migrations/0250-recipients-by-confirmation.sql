-- The funnel counts a day's confirmations once.
drop index concurrently if exists recipients_by_confirmation;
create index concurrently recipients_by_confirmation on recipients (tenant, confirmed_at) where confirmed_at is not null;
