-- The funnel counts a day's clicks once. By ranges of pages, as clicks come in the order of their time: a click pays nothing for it.
drop index concurrently if exists clicks_by_time;
create index concurrently clicks_by_time on clicks using brin (tenant, at) with (pages_per_range = 16);
