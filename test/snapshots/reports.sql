-- findReportPage: large list by day, descending

select
from report_lists
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid and summed;

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select '' as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'month' and employee = '*' and product = '*' and state = '*'
    union all
    select '', to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" desc, bucket desc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

select day, before::bigint as before
from (
  select day, sum(sum(count)) over (order by day desc) - sum(count) as before
  from (
    select bucket as day, count
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'day' and employee = '*' and product = '*' and state = '*' and bucket between '2026-03-01' and '2026-03-31'
    union all
    select to_char(day, 'YYYY-MM-DD'), count
    from report_deltas
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and day between '2026-03-01'::date and '2026-03-31'::date
  ) as cells
  group by day
) as places
where before <= 5000
order by before desc
limit 1;

select set_config(name, 'off', true)
from unnest('{enable_sort,enable_incremental_sort,enable_bitmapscan,enable_seqscan}'::text[]) as name;

select page.row_id
from unnest('{""}'::text[], '{0001-01-01}'::date[], '{2026-03-17}'::date[], '{100}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between runs.since and runs.until
  order by day desc, row_id desc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day desc, page.row_id desc;

select set_config(name, 'on', true)
from unnest('{enable_sort,enable_incremental_sort,enable_bitmapscan,enable_seqscan}'::text[]) as name;

-- findReportPage: large list of some days by day, descending

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select '' as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'month' and employee = '*' and product = '*' and state = '*' and bucket >= '2026-02' and bucket < '2026-03~'
    union all
    select '', to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-02-01' and '2026-03-31'
    ) as new
    union all
    select '' as "group", '2026-01'::text as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'day' and employee = '*' and product = '*' and state = '*' and bucket >= '2026-01-15' and bucket < '2026-01-31~'
    union all
    select '', '2026-01'::text, count, count * case
      when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-01-15' and '2026-01-31'
    ) as new
    union all
    select '' as "group", '2026-04'::text as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'day' and employee = '*' and product = '*' and state = '*' and bucket >= '2026-04-01' and bucket < '2026-04-10~'
    union all
    select '', '2026-04'::text, count, count * case
      when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-04-01' and '2026-04-10'
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" desc, bucket desc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

-- again: select day, before::bigint as before ... (findReportPage: large list by day, descending)

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select page.row_id
from unnest('{""}'::text[], '{2026-01-15}'::date[], '{2026-03-17}'::date[], '{100}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between runs.since and runs.until
  order by day desc, row_id desc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day desc, page.row_id desc;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: large list of an employee by day, descending

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select '' as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'month.e' and employee = '00000000-0000-7000-8000-000000000001' and product = '*' and state = '*'
    union all
    select '', to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and employee = '00000000-0000-7000-8000-000000000001'
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" desc, bucket desc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

select day, before::bigint as before
from (
  select day, sum(sum(count)) over (order by day desc) - sum(count) as before
  from (
    select bucket as day, count
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'day.e' and employee = '00000000-0000-7000-8000-000000000001' and product = '*' and state = '*'
      and bucket between '2026-03-01' and '2026-03-31'
    union all
    select to_char(day, 'YYYY-MM-DD'), count
    from report_deltas
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and employee = '00000000-0000-7000-8000-000000000001' and day between '2026-03-01'::date and '2026-03-31'::date
  ) as cells
  group by day
) as places
where before <= 5000
order by before desc
limit 1;

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select page.row_id
from unnest('{""}'::text[], '{0001-01-01}'::date[], '{2026-03-17}'::date[], '{100}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and employee = '00000000-0000-7000-8000-000000000001' and day between runs.since and runs.until
  order by day desc, row_id desc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day desc, page.row_id desc;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: short list by day, descending

-- again: select ... (findReportPage: large list by day, descending)

-- again: with buckets as materialized ( ... (findReportPage: large list by day, descending)

select count(*) as count, coalesce(sum(cents) filter (where state not in ('cancelled', 'refused', 'expired', 'claimed')),
  0)::bigint as cents
from report_rows
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid;

select set_config(name, 'off', true) from unnest('{enable_bitmapscan,enable_seqscan}'::text[]) as name;

with meant as materialized (
  select row_id, day
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
)
select row_id
from meant
order by day desc, row_id desc
limit 25 offset 500000;

select set_config(name, 'on', true) from unnest('{enable_bitmapscan,enable_seqscan}'::text[]) as name;

-- findReportPage: large list by name

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select '' as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'name' and employee = '*' and product = '*' and state = '*'
    union all
    select '', step, count, count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, coalesce((
        select max(s.step)
        from report_steps s
        where s.tenant = 'standard' and s.kind = new.kind and s.agency_id = new.agency_id and s.step <= new.name
      ), '') as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" asc, bucket asc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select row_id
from report_rows
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid and name >= 'mul'
order by name asc, day asc, row_id asc
limit 25 offset 5000;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: large list of some days by name

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select '' as "group", substr(bucket, strpos(bucket, ' ') + 1) as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'namemonth' and employee = '*' and product = '*' and state = '*' and bucket >= '2026-02' and bucket < '2026-03~'
    union all
    select '', step, count, count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, coalesce((
        select max(s.step)
        from report_steps s
        where s.tenant = 'standard' and s.kind = new.kind and s.agency_id = new.agency_id and s.step <= new.name
      ), '') as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-02-01' and '2026-03-31'
    ) as new
    union all
    select '' as "group", substr(bucket, strpos(bucket, ' ') + 1) as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'nameday' and employee = '*' and product = '*' and state = '*' and bucket >= '2026-01-15'
      and bucket < '2026-01-31~'
    union all
    select '', step, count, count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, coalesce((
        select max(s.step)
        from report_steps s
        where s.tenant = 'standard' and s.kind = new.kind and s.agency_id = new.agency_id and s.step <= new.name
      ), '') as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-01-15' and '2026-01-31'
    ) as new
    union all
    select '' as "group", substr(bucket, strpos(bucket, ' ') + 1) as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'nameday' and employee = '*' and product = '*' and state = '*' and bucket >= '2026-04-01'
      and bucket < '2026-04-10~'
    union all
    select '', step, count, count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, coalesce((
        select max(s.step)
        from report_steps s
        where s.tenant = 'standard' and s.kind = new.kind and s.agency_id = new.agency_id and s.step <= new.name
      ), '') as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-04-01' and '2026-04-10'
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" asc, bucket asc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select row_id
from report_rows
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and day between '2026-01-15' and '2026-04-10' and name >= 'mul'
order by name asc, day asc, row_id asc
limit 25 offset 5000;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: large list of an employee by name

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select '' as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'name.e' and employee = '00000000-0000-7000-8000-000000000001' and product = '*' and state = '*'
    union all
    select '', step, count, count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, coalesce((
        select max(s.step)
        from report_steps s
        where s.tenant = 'standard' and s.kind = new.kind and s.agency_id = new.agency_id and s.step <= new.name
      ), '') as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and employee = '00000000-0000-7000-8000-000000000001'
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" asc, bucket asc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select row_id
from report_rows
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and employee = '00000000-0000-7000-8000-000000000001' and name >= 'mul'
order by name asc, day asc, row_id asc
limit 25 offset 5000;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: short list by name

-- again: select ... (findReportPage: large list by day, descending)

-- again: with buckets as materialized ( ... (findReportPage: large list by name)

-- again: select count(*) as count, coalesce(sum(cents) filter (where state not in ('cancelled', 'refused', 'expired', 'claimed')), ... (findReportPage: short list by day, descending)

-- again: select set_config(name, 'off', true) from unnest('{enable_bitmapscan,enable_seqscan}'::text[]) as name ... (findReportPage: short list by day, descending)

with meant as materialized (
  select row_id, name, day
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
)
select row_id
from meant
order by name asc, day asc, row_id asc
limit 25 offset 500000;

-- again: select set_config(name, 'on', true) from unnest('{enable_bitmapscan,enable_seqscan}'::text[]) as name ... (findReportPage: short list by day, descending)

-- findReportPage: large list by product

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select product as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'month.p' and employee = '*' and state = '*'
    union all
    select product, to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" asc, bucket asc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

select day, before::bigint as before
from (
  select day, sum(sum(count)) over (order by day asc) - sum(count) as before
  from (
    select bucket as day, count
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'day.p' and employee = '*' and product = '301' and state = '*' and bucket between '2026-03-01' and '2026-03-31'
    union all
    select to_char(day, 'YYYY-MM-DD'), count
    from report_deltas
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and product = '301' and day between '2026-03-01'::date and '2026-03-31'::date
  ) as cells
  group by day
) as places
where before <= 5000
order by before desc
limit 1;

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select page.row_id
from unnest('{301}'::text[], '{2026-03-17}'::date[], '{9999-12-31}'::date[], '{100}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between runs.since and runs.until and product = runs."group"::text
  order by day asc, row_id asc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day asc, page.row_id asc;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: large list of some days by product

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select product as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'month.p' and employee = '*' and state = '*' and bucket >= '2026-02' and bucket < '2026-03~'
    union all
    select product, to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-02-01' and '2026-03-31'
    ) as new
    union all
    select product as "group", '2026-01'::text as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'day.p' and employee = '*' and state = '*' and bucket >= '2026-01-15' and bucket < '2026-01-31~'
    union all
    select product, '2026-01'::text, count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-01-15' and '2026-01-31'
    ) as new
    union all
    select product as "group", '2026-04'::text as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'day.p' and employee = '*' and state = '*' and bucket >= '2026-04-01' and bucket < '2026-04-10~'
    union all
    select product, '2026-04'::text, count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-04-01' and '2026-04-10'
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" asc, bucket asc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

-- again: select day, before::bigint as before ... (findReportPage: large list by product)

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select page.row_id
from unnest('{301}'::text[], '{2026-03-17}'::date[], '{2026-04-10}'::date[], '{100}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between runs.since and runs.until and product = runs."group"::text
  order by day asc, row_id asc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day asc, page.row_id asc;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: large list of an employee by product

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select product as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'month.ep' and employee = '00000000-0000-7000-8000-000000000001' and state = '*'
    union all
    select product, to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and employee = '00000000-0000-7000-8000-000000000001'
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" asc, bucket asc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select page.row_id
from unnest('{301}'::text[], '{2026-03-01}'::date[], '{9999-12-31}'::date[], '{5000}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and employee = '00000000-0000-7000-8000-000000000001' and day between runs.since and runs.until
    and product = runs."group"::text
  order by day asc, row_id asc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day asc, page.row_id asc;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: short list by product

-- again: select ... (findReportPage: large list by day, descending)

-- again: with buckets as materialized ( ... (findReportPage: large list by product)

-- again: select count(*) as count, coalesce(sum(cents) filter (where state not in ('cancelled', 'refused', 'expired', 'claimed')), ... (findReportPage: short list by day, descending)

-- again: select set_config(name, 'off', true) from unnest('{enable_bitmapscan,enable_seqscan}'::text[]) as name ... (findReportPage: short list by day, descending)

with meant as materialized (
  select row_id, product, day
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
)
select row_id
from meant
order by product asc, day asc, row_id asc
limit 25 offset 500000;

-- again: select set_config(name, 'on', true) from unnest('{enable_bitmapscan,enable_seqscan}'::text[]) as name ... (findReportPage: short list by day, descending)

-- findReportPage: large list by state

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select state as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'month.s' and employee = '*' and product = '*'
    union all
    select state, to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" asc, bucket asc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

select day, before::bigint as before
from (
  select day, sum(sum(count)) over (order by day asc) - sum(count) as before
  from (
    select bucket as day, count
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'day.s' and employee = '*' and product = '*' and state = 'released'
      and bucket between '2026-03-01' and '2026-03-31'
    union all
    select to_char(day, 'YYYY-MM-DD'), count
    from report_deltas
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and state = 'released' and day between '2026-03-01'::date and '2026-03-31'::date
  ) as cells
  group by day
) as places
where before <= 5000
order by before desc
limit 1;

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select page.row_id
from unnest('{released}'::text[], '{2026-03-17}'::date[], '{9999-12-31}'::date[], '{100}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between runs.since and runs.until and state = runs."group"::text
  order by day asc, row_id asc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day asc, page.row_id asc;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: large list of some days by state

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select state as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'month.s' and employee = '*' and product = '*' and bucket >= '2026-02' and bucket < '2026-03~'
    union all
    select state, to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-02-01' and '2026-03-31'
    ) as new
    union all
    select state as "group", '2026-01'::text as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'day.s' and employee = '*' and product = '*' and bucket >= '2026-01-15' and bucket < '2026-01-31~'
    union all
    select state, '2026-01'::text, count, count * case
      when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-01-15' and '2026-01-31'
    ) as new
    union all
    select state as "group", '2026-04'::text as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'day.s' and employee = '*' and product = '*' and bucket >= '2026-04-01' and bucket < '2026-04-10~'
    union all
    select state, '2026-04'::text, count, count * case
      when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-04-01' and '2026-04-10'
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" asc, bucket asc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

-- again: select day, before::bigint as before ... (findReportPage: large list by state)

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select page.row_id
from unnest('{released}'::text[], '{2026-03-17}'::date[], '{2026-04-10}'::date[], '{100}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between runs.since and runs.until and state = runs."group"::text
  order by day asc, row_id asc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day asc, page.row_id asc;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: large list of an employee by state

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select state as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'month.es' and employee = '00000000-0000-7000-8000-000000000001' and product = '*'
    union all
    select state, to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and employee = '00000000-0000-7000-8000-000000000001'
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" asc, bucket asc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select page.row_id
from unnest('{released}'::text[], '{2026-03-01}'::date[], '{9999-12-31}'::date[], '{5000}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and employee = '00000000-0000-7000-8000-000000000001' and day between runs.since and runs.until
    and state = runs."group"::text
  order by day asc, row_id asc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day asc, page.row_id asc;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: short list by state

-- again: select ... (findReportPage: large list by day, descending)

-- again: with buckets as materialized ( ... (findReportPage: large list by state)

-- again: select count(*) as count, coalesce(sum(cents) filter (where state not in ('cancelled', 'refused', 'expired', 'claimed')), ... (findReportPage: short list by day, descending)

-- again: select set_config(name, 'off', true) from unnest('{enable_bitmapscan,enable_seqscan}'::text[]) as name ... (findReportPage: short list by day, descending)

with meant as materialized (
  select row_id, state, day
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
)
select row_id
from meant
order by state asc, day asc, row_id asc
limit 25 offset 500000;

-- again: select set_config(name, 'on', true) from unnest('{enable_bitmapscan,enable_seqscan}'::text[]) as name ... (findReportPage: short list by day, descending)

-- findReportPage: large list by employee

select user_id::text as id
from agency_users
where tenant = 'standard' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
order by fold_name(first_name, last_name) collate "C", user_id;

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select employee as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'month.e' and product = '*' and state = '*'
    union all
    select employee, to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  left join unnest('{00000000-0000-7000-8000-000000000001}'::text[]) with ordinality as people (id, place) on people.id = "group"
  window by_place as (order by coalesce(people.place, 0) asc, "group" asc, bucket asc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

select day, before::bigint as before
from (
  select day, sum(sum(count)) over (order by day asc) - sum(count) as before
  from (
    select bucket as day, count
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'day.e' and employee = '00000000-0000-7000-8000-000000000001' and product = '*' and state = '*'
      and bucket between '2026-03-01' and '2026-03-31'
    union all
    select to_char(day, 'YYYY-MM-DD'), count
    from report_deltas
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and employee = '00000000-0000-7000-8000-000000000001' and day between '2026-03-01'::date and '2026-03-31'::date
  ) as cells
  group by day
) as places
where before <= 5000
order by before desc
limit 1;

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select page.row_id
from unnest('{00000000-0000-7000-8000-000000000001}'::text[], '{2026-03-17}'::date[], '{9999-12-31}'::date[], '{100}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between runs.since and runs.until and employee = runs."group"::text
  order by day asc, row_id asc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day asc, page.row_id asc;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: large list of some days by employee

-- again: select user_id::text as id ... (findReportPage: large list by employee)

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select employee as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'month.e' and product = '*' and state = '*' and bucket >= '2026-02' and bucket < '2026-03~'
    union all
    select employee, to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-02-01' and '2026-03-31'
    ) as new
    union all
    select employee as "group", '2026-01'::text as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'day.e' and product = '*' and state = '*' and bucket >= '2026-01-15' and bucket < '2026-01-31~'
    union all
    select employee, '2026-01'::text, count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-01-15' and '2026-01-31'
    ) as new
    union all
    select employee as "group", '2026-04'::text as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'day.e' and product = '*' and state = '*' and bucket >= '2026-04-01' and bucket < '2026-04-10~'
    union all
    select employee, '2026-04'::text, count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-04-01' and '2026-04-10'
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  left join unnest('{00000000-0000-7000-8000-000000000001}'::text[]) with ordinality as people (id, place) on people.id = "group"
  window by_place as (order by coalesce(people.place, 0) asc, "group" asc, bucket asc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

-- again: select day, before::bigint as before ... (findReportPage: large list by employee)

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select page.row_id
from unnest('{00000000-0000-7000-8000-000000000001}'::text[], '{2026-03-17}'::date[], '{2026-04-10}'::date[], '{100}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between runs.since and runs.until and employee = runs."group"::text
  order by day asc, row_id asc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day asc, page.row_id asc;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: large list of an employee by employee

-- again: select user_id::text as id ... (findReportPage: large list by employee)

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select employee as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'month.e' and employee = '00000000-0000-7000-8000-000000000001' and product = '*' and state = '*'
    union all
    select employee, to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and employee = '00000000-0000-7000-8000-000000000001'
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  left join unnest('{00000000-0000-7000-8000-000000000001}'::text[]) with ordinality as people (id, place) on people.id = "group"
  window by_place as (order by coalesce(people.place, 0) asc, "group" asc, bucket asc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

-- again: select day, before::bigint as before ... (findReportPage: large list by employee)

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select page.row_id
from unnest('{00000000-0000-7000-8000-000000000001}'::text[], '{2026-03-17}'::date[], '{9999-12-31}'::date[], '{100}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and employee = '00000000-0000-7000-8000-000000000001' and day between runs.since and runs.until
    and employee = runs."group"::text
  order by day asc, row_id asc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day asc, page.row_id asc;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: short list by employee

-- again: select user_id::text as id ... (findReportPage: large list by employee)

-- again: select ... (findReportPage: large list by day, descending)

-- again: with buckets as materialized ( ... (findReportPage: large list by employee)

-- again: select count(*) as count, coalesce(sum(cents) filter (where state not in ('cancelled', 'refused', 'expired', 'claimed')), ... (findReportPage: short list by day, descending)

-- again: select set_config(name, 'off', true) from unnest('{enable_bitmapscan,enable_seqscan}'::text[]) as name ... (findReportPage: short list by day, descending)

with meant as materialized (
  select row_id, employee, day
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
)
select row_id
from meant
left join unnest('{00000000-0000-7000-8000-000000000001}'::text[]) with ordinality as people (id,
  place) on people.id = meant.employee
order by coalesce(people.place, 0) asc, employee asc, day asc, row_id asc
limit 25 offset 500000;

-- again: select set_config(name, 'on', true) from unnest('{enable_bitmapscan,enable_seqscan}'::text[]) as name ... (findReportPage: short list by day, descending)

-- findReportPage: large list by cents

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select left(bucket, 12) as "group", right(bucket, 7) as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'cents' and employee = '*' and product = '*' and state = '*'
    union all
    select left(lpad(amount::text, 12, '0') || ' ' || to_char(day, 'YYYY-MM'), 12), to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" asc, bucket asc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select page.row_id
from unnest('{5000}'::text[], '{2026-03-01}'::date[], '{9999-12-31}'::date[], '{5000}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between runs.since and runs.until and cents = runs."group"::bigint
  order by day asc, row_id asc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day asc, page.row_id asc;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: large list of some days by cents

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select left(bucket, 12) as "group", right(bucket, 7) as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'cents' and employee = '*' and product = '*' and state = '*' and right(bucket, 7) >= '2026-02'
      and right(bucket, 7) < '2026-03~'
    union all
    select left(lpad(amount::text, 12, '0') || ' ' || to_char(day, 'YYYY-MM'), 12), to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-02-01' and '2026-03-31'
    ) as new
    union all
    select right(bucket, 12) as "group", '2026-01'::text as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'centsday' and employee = '*' and product = '*' and state = '*' and bucket >= '2026-01-15'
      and bucket < '2026-01-31~'
    union all
    select left(lpad(amount::text, 12, '0') || ' ' || to_char(day, 'YYYY-MM'), 12), '2026-01'::text, count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-01-15' and '2026-01-31'
    ) as new
    union all
    select right(bucket, 12) as "group", '2026-04'::text as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'centsday' and employee = '*' and product = '*' and state = '*' and bucket >= '2026-04-01'
      and bucket < '2026-04-10~'
    union all
    select left(lpad(amount::text, 12, '0') || ' ' || to_char(day, 'YYYY-MM'), 12), '2026-04'::text, count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and day between '2026-04-01' and '2026-04-10'
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" asc, bucket asc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select page.row_id
from unnest('{5000}'::text[], '{2026-03-01}'::date[], '{2026-04-10}'::date[], '{5000}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between runs.since and runs.until and cents = runs."group"::bigint
  order by day asc, row_id asc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day asc, page.row_id asc;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: large list of an employee by cents

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select left(bucket, 12) as "group", right(bucket, 7) as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'cents.e' and employee = '00000000-0000-7000-8000-000000000001' and product = '*' and state = '*'
    union all
    select left(lpad(amount::text, 12, '0') || ' ' || to_char(day, 'YYYY-MM'), 12), to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and employee = '00000000-0000-7000-8000-000000000001'
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" asc, bucket asc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select page.row_id
from unnest('{5000}'::text[], '{2026-03-01}'::date[], '{9999-12-31}'::date[], '{5000}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and employee = '00000000-0000-7000-8000-000000000001' and day between runs.since and runs.until
    and cents = runs."group"::bigint
  order by day asc, row_id asc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day asc, page.row_id asc;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: short list by cents

-- again: select ... (findReportPage: large list by day, descending)

-- again: with buckets as materialized ( ... (findReportPage: large list by cents)

-- again: select count(*) as count, coalesce(sum(cents) filter (where state not in ('cancelled', 'refused', 'expired', 'claimed')), ... (findReportPage: short list by day, descending)

-- again: select set_config(name, 'off', true) from unnest('{enable_bitmapscan,enable_seqscan}'::text[]) as name ... (findReportPage: short list by day, descending)

with meant as materialized (
  select row_id, cents, day
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
)
select row_id
from meant
order by cents asc, day asc, row_id asc
limit 25 offset 500000;

-- again: select set_config(name, 'on', true) from unnest('{enable_bitmapscan,enable_seqscan}'::text[]) as name ... (findReportPage: short list by day, descending)

-- findReportPage: large list by name, descending

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select '' as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'name' and employee = '*' and product = '*' and state = '*'
    union all
    select '', step, count, count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, coalesce((
        select max(s.step)
        from report_steps s
        where s.tenant = 'standard' and s.kind = new.kind and s.agency_id = new.agency_id and s.step <= new.name
      ), '') as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" desc, bucket desc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select row_id
from report_rows
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid and name < (
  select coalesce(min(step), '􏿿')
  from report_steps
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid and step > 'mul'
)
order by name desc, day desc, row_id desc
limit 25 offset 5000;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: large list of a product and state by day, descending

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select '' as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'month.ps' and employee = '*' and product = '301' and state = 'released'
    union all
    select '', to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and product = '301' and state = 'released'
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" desc, bucket desc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

select day, before::bigint as before
from (
  select day, sum(sum(count)) over (order by day desc) - sum(count) as before
  from (
    select bucket as day, count
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'day.ps' and employee = '*' and product = '301' and state = 'released'
      and bucket between '2026-03-01' and '2026-03-31'
    union all
    select to_char(day, 'YYYY-MM-DD'), count
    from report_deltas
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and product = '301' and state = 'released' and day between '2026-03-01'::date and '2026-03-31'::date
  ) as cells
  group by day
) as places
where before <= 5000
order by before desc
limit 1;

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select page.row_id
from unnest('{""}'::text[], '{0001-01-01}'::date[], '{2026-03-17}'::date[], '{100}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and product = '301' and state = 'released' and day between runs.since and runs.until
  order by day desc, row_id desc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day desc, page.row_id desc;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: large list of several states by day, descending

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select '' as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'month.s' and employee = '*' and product = '*' and state = any ('{confirmed,released}'::text[])
    union all
    select '', to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and state = any ('{confirmed,released}'::text[])
    ) as new
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" desc, bucket desc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

select day, before::bigint as before
from (
  select day, sum(sum(count)) over (order by day desc) - sum(count) as before
  from (
    select bucket as day, count
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'day.s' and employee = '*' and product = '*' and state = any ('{confirmed,released}'::text[])
      and bucket between '2026-03-01' and '2026-03-31'
    union all
    select to_char(day, 'YYYY-MM-DD'), count
    from report_deltas
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and state = any ('{confirmed,released}'::text[]) and day between '2026-03-01'::date and '2026-03-31'::date
  ) as cells
  group by day
) as places
where before <= 5000
order by before desc
limit 1;

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select page.row_id
from unnest('{""}'::text[], '{0001-01-01}'::date[], '{2026-03-17}'::date[], '{100}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and state = any ('{confirmed,released}'::text[]) and day between runs.since and runs.until
  order by day desc, row_id desc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day desc, page.row_id desc;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: large list of an employee, product and state, some days by day, descending

-- again: select ... (findReportPage: large list by day, descending)

with buckets as materialized (
  select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
  from (
    select '' as "group", bucket as bucket, count, cents
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = 'month.eps' and employee = '00000000-0000-7000-8000-000000000002' and product = '301'
      and state = 'released' and bucket >= '2026-02' and bucket < '2026-03~'
    union all
    select '', to_char(day, 'YYYY-MM'), count,
      count * case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end
    from (
      select new.*, '' as step
      from report_deltas new
      where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        and employee = '00000000-0000-7000-8000-000000000002' and product = '301' and state = 'released'
        and day between '2026-02-01' and '2026-03-31'
    ) as new
    union all
    select '' as "group", '2026-01'::text as bucket, count(*) as count,
      coalesce(sum(cents) filter (where state not in ('cancelled', 'refused', 'expired', 'claimed')), 0)::bigint as cents
    from report_rows
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and employee = '00000000-0000-7000-8000-000000000002' and product = '301' and state = 'released'
      and day between '2026-01-15' and '2026-01-31'
    group by 1, 2
    union all
    select '' as "group", '2026-04'::text as bucket, count(*) as count,
      coalesce(sum(cents) filter (where state not in ('cancelled', 'refused', 'expired', 'claimed')), 0)::bigint as cents
    from report_rows
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and employee = '00000000-0000-7000-8000-000000000002' and product = '301' and state = 'released'
      and day between '2026-04-01' and '2026-04-10'
    group by 1, 2
  ) as cells
  group by 1, 2
  having sum(count) <> 0
),
places as (
  select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
    sum(cents) over () as cents
  from buckets
  window by_place as (order by "group" desc, bucket desc)
)
select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents
from places
where before = 0 or (before < 500025 and before + count > 500000)
order by before;

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select page.row_id
from unnest('{""}'::text[], '{2026-01-15}'::date[], '{2026-03-31}'::date[], '{5000}'::int[],
  '{25}'::int[]) with ordinality as runs ("group", since, until, skip, take, place)
cross join lateral (
  select day, row_id
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and employee = '00000000-0000-7000-8000-000000000002' and product = '301' and state = 'released'
    and day between runs.since and runs.until
  order by day desc, row_id desc
  limit runs.take offset runs.skip
) as page
order by runs.place, page.day desc, page.row_id desc;

-- again: select set_config(name, 'on', true) ... (findReportPage: large list by day, descending)

-- findReportPage: large list found by name by day, descending

select count(*) as count, coalesce(sum(cents) filter (where state not in ('cancelled', 'refused', 'expired', 'claimed')),
  0)::bigint as cents
from report_rows
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and (name ^@ 'muller anna' or name ^@ 'anna muller');

-- again: select set_config(name, 'off', true) from unnest('{enable_bitmapscan,enable_seqscan}'::text[]) as name ... (findReportPage: short list by day, descending)

with meant as materialized (
  select row_id, day
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and (name ^@ 'muller anna' or name ^@ 'anna muller')
)
select row_id
from meant
order by day desc, row_id desc
limit 25 offset 500000;

-- again: select set_config(name, 'on', true) from unnest('{enable_bitmapscan,enable_seqscan}'::text[]) as name ... (findReportPage: short list by day, descending)

-- findReportPage: large list found by number by day, descending

select count(*) as count, coalesce(sum(cents) filter (where state not in ('cancelled', 'refused', 'expired', 'claimed')),
  0)::bigint as cents
from report_rows
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and row_id = any ('{A1,B2}'::text[]);

-- again: select set_config(name, 'off', true) from unnest('{enable_bitmapscan,enable_seqscan}'::text[]) as name ... (findReportPage: short list by day, descending)

with meant as materialized (
  select row_id, day
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and row_id = any ('{A1,B2}'::text[])
)
select row_id
from meant
order by day desc, row_id desc
limit 25 offset 500000;

-- again: select set_config(name, 'on', true) from unnest('{enable_bitmapscan,enable_seqscan}'::text[]) as name ... (findReportPage: short list by day, descending)

-- readReportAfter: by day

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select row_id, day, day::text as key
from report_rows
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and (day, day, row_id) > ('2026-03-17'::date, '2026-03-17'::date, 'A1')
order by day asc, row_id asc
limit 1000;

-- readReportAfter: by name

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select row_id, day, name::text as key
from report_rows
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and (name, day, row_id) > ('mul'::text, '2026-03-17'::date, 'A1')
order by name asc, day asc, row_id asc
limit 1000;

-- readReportAfter: by product

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select row_id, day, product::text as key
from report_rows
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and (product, day, row_id) > ('301'::text, '2026-03-17'::date, 'A1')
order by product asc, day asc, row_id asc
limit 1000;

-- readReportAfter: by state

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select row_id, day, state::text as key
from report_rows
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and (state, day, row_id) > ('released'::text, '2026-03-17'::date, 'A1')
order by state asc, day asc, row_id asc
limit 1000;

-- readReportAfter: by employee

-- again: select user_id::text as id ... (findReportPage: large list by employee)

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select row_id, day, day::text as key
from report_rows
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and employee = '00000000-0000-7000-8000-000000000001' and (day, day, row_id) > ('2026-03-17'::date, '2026-03-17'::date, 'A1')
order by day asc, row_id asc
limit 1000;

-- readReportAfter: by cents

-- again: select set_config(name, 'off', true) ... (findReportPage: large list by day, descending)

select row_id, day, cents::text as key
from report_rows
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and (cents, day, row_id) > ('5000'::bigint, '2026-03-17'::date, 'A1')
order by cents asc, day asc, row_id asc
limit 1000;

-- isLong

select
from report_counts
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid and axis = 'all'
having sum(count) > 50000;

-- recordReport: orders

select row_id
from report_rows
where tenant = 'standard' and kind = 'orders' and row_id = any ('{A1}'::text[])
order by row_id
for no key update;

select row_id, agency_id, employee, product, state, day, name, cents, channel, tally
from orders_to_report
where tenant = 'standard' and id = any ('{A1}'::text[])
order by row_id;

-- listReportIds: orders

select row_id collate "C" as row_id
from orders_to_report
where tenant = 'standard' and row_id collate "C" > ''
union
select row_id
from report_rows
where tenant = 'standard' and kind = 'orders' and row_id > ''
order by row_id
limit 2000;

-- lockSubjects: orders

select from orders where tenant = 'standard' and number = any ('{A1}'::text[]) order by number for no key update;

-- recordReport: rewards

select row_id
from report_rows
where tenant = 'standard' and kind = 'rewards' and row_id = any ('{00000000-0000-7000-8000-000000000002}'::text[])
order by row_id
for no key update;

select row_id, agency_id, employee, product, state, day, name, cents, channel, tally
from rewards_to_report
where tenant = 'standard' and id = any ('{00000000-0000-7000-8000-000000000002}'::uuid[])
order by row_id;

-- listReportIds: rewards

select row_id collate "C" as row_id
from rewards_to_report
where tenant = 'standard' and row_id collate "C" > ''
union
select row_id
from report_rows
where tenant = 'standard' and kind = 'rewards' and row_id > ''
order by row_id
limit 2000;

-- lockSubjects: rewards

select
from rewards
where tenant = 'standard' and reward_id = any ('{00000000-0000-7000-8000-000000000002}'::uuid[])
order by reward_id
for no key update;

-- recordReport: referrals

select row_id
from report_rows
where tenant = 'standard' and kind = 'referrals' and row_id = any ('{A1}'::text[])
order by row_id
for no key update;

select row_id, agency_id, employee, product, state, day, name, cents, channel, tally
from referrals_to_report
where tenant = 'standard' and id = any ('{A1}'::text[])
order by row_id;

-- listReportIds: referrals

select row_id collate "C" as row_id
from referrals_to_report
where tenant = 'standard' and row_id collate "C" > ''
union
select row_id
from report_rows
where tenant = 'standard' and kind = 'referrals' and row_id > ''
order by row_id
limit 2000;

-- lockSubjects: referrals

select from referrals where tenant = 'standard' and number = any ('{A1}'::text[]) order by number for no key update;

-- recordReport: leads

select row_id
from report_rows
where tenant = 'standard' and kind = 'leads' and row_id = any ('{A1}'::text[])
order by row_id
for no key update;

select row_id, agency_id, employee, product, state, day, name, cents, channel, tally
from leads_to_report
where tenant = 'standard' and id = any ('{A1}'::text[])
order by row_id;

-- listReportIds: leads

select row_id collate "C" as row_id
from leads_to_report
where tenant = 'standard' and row_id collate "C" > ''
union
select row_id
from report_rows
where tenant = 'standard' and kind = 'leads' and row_id > ''
order by row_id
limit 2000;

-- lockSubjects: leads

select from recipients where tenant = 'standard' and number = any ('{A1}'::text[]) order by number for no key update;

-- recordReport: recommenders

select row_id
from report_rows
where tenant = 'standard' and kind = 'recommenders' and row_id = any ('{00000000-0000-7000-8000-000000000002}'::text[])
order by row_id
for no key update;

select row_id, agency_id, employee, product, state, day, name, cents, channel, tally
from recommenders_to_report
where tenant = 'standard' and id = any ('{00000000-0000-7000-8000-000000000002}'::uuid[])
order by row_id;

-- listReportIds: recommenders

select row_id collate "C" as row_id
from recommenders_to_report
where tenant = 'standard' and row_id collate "C" > ''
union
select row_id
from report_rows
where tenant = 'standard' and kind = 'recommenders' and row_id > ''
order by row_id
limit 2000;

-- lockSubjects: recommenders

select
from accounts
where tenant = 'standard' and account_id = any ('{00000000-0000-7000-8000-000000000002}'::uuid[])
order by account_id
for no key update;

-- recordReportNames

select 'orders'::text as kind, row_id, name
from orders_to_report
where tenant = 'standard' and account_id = '00000000-0000-7000-8000-000000000002';

select 'rewards'::text as kind, row_id, name
from rewards_to_report
where tenant = 'standard' and account_id = '00000000-0000-7000-8000-000000000002';

select 'referrals'::text as kind, row_id, name
from referrals_to_report
where tenant = 'standard' and account_id = '00000000-0000-7000-8000-000000000002';

select 'leads'::text as kind, row_id, name
from leads_to_report
where tenant = 'standard' and account_id = '00000000-0000-7000-8000-000000000002';

select 'recommenders'::text as kind, row_id, name
from recommenders_to_report
where tenant = 'standard' and account_id = '00000000-0000-7000-8000-000000000002';

-- foldDeltas

select pg_advisory_xact_lock_shared(hashtextextended('report sums standard', 0)) from tenants where tenant = 'standard';

with gone as (
  delete from report_deltas
  where tenant = 'standard' and delta_id = any (array(
    select delta_id
    from report_deltas
    where tenant = 'standard'
    limit 10000
    for update skip locked
  ))
  returning *
)
select *
from gone;

-- dropEmptyCounts

delete from report_counts
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid and count = 0
  and cents = 0;

-- noteLarge

insert into report_lists (tenant, kind, agency_id)
select tenant, 'orders', '00000000-0000-7000-8000-0000000000a9'::uuid
from report_counts
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid and axis = 'all'
group by tenant
having sum(count) > 10000
on conflict do nothing;

-- listLarge

select kind, agency_id as "agencyId", summed from report_lists where tenant = 'standard';

-- partLargeSteps

select bucket as "from", (
  select min(step)
  from report_steps s
  where s.tenant = 'standard' and s.kind = 'orders' and s.agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and s.step > bucket
) as "to"
from report_counts
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and axis = 'name' and count > 12000;

-- partStep

with places as (
  select name, lag(name) over w as before, row_number() over w as place, row_number() over w / 6000::int as part
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and name >= 'm' and name < 'n' and (
    select min(name) < max(name)
    from report_rows
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and name >= 'm' and name < 'n'
  )
  window w as (order by name)
),
edges as (
  select distinct on (part) name, before
  from places
  where name > before
  order by part, place desc
)
select distinct (
  select left(name, n)
  from generate_series(1, length(name)) as n
  where left(name, n) collate "C" > before
  order by n
  limit 1
) as step
from edges;

-- sumList

select pg_advisory_xact_lock(hashtextextended('report sums standard', 0)) from tenants where tenant = 'standard';

update report_lists set summed = true
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid;

with places as (
  select name, lag(name) over w as before, row_number() over w as place, row_number() over w / 6000::int as part
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid and name >= '' and (
    select min(name) < max(name)
    from report_rows
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid and name >= ''
  )
  window w as (order by name)
),
edges as (
  select distinct on (part) name, before
  from places
  where name > before
  order by part, place desc
)
select distinct (
  select left(name, n)
  from generate_series(1, length(name)) as n
  where left(name, n) collate "C" > before
  order by n
  limit 1
) as step
from edges;

with side as (
  select kind, agency_id, employee, product, state, day, name, cents as amount, channel, tally, 1 as change
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  union all
  select kind, agency_id, employee, product, state, day, name, amount, channel, tally, -count
  from report_deltas
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
)
select axis, employee, product, state, bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
from (
  select case grouping(employee, product, state) when 0::int then 'all'::text end as axis, coalesce(employee, '*') as employee,
    coalesce(product, '*') as product, coalesce(state, '*') as state, bucket, sum(change) as count, sum(change * cents) as cents
  from (
    select employee, product, state as state, '' as bucket,
      case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end as cents, change
    from (
      select side.*, '' as step
      from side
    ) as placed
  ) as cells
  group by grouping sets ((bucket, employee, product, state))
  union all
  select axis, employee, product, state, bucket, -count, -cents
  from (
    select *, substr(bucket, strpos(bucket, ' ') + 1) as step
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = any ('{all}'::text[])
  ) as kept
  where true
) as sides
group by 1, 2, 3, 4, 5
having sum(count) <> 0 or sum(cents) <> 0
order by 1, 2, 3, 4, 5;

select to_char(day, 'YYYY-MM') as month
from (
  select distinct day
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
) as days
union
select to_char(day, 'YYYY-MM')
from report_deltas
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
union
select left(bucket, 7)
from report_counts
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and axis = any ('{month,month.e,month.p,month.s,month.ep,month.es,month.ps,month.eps}'::text[]);

with side as (
  select kind, agency_id, employee, product, state, day, name, cents as amount, channel, tally, 1 as change
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between '2026-03-01'::date and ('2026-03-01'::date + interval '1 month - 1 day')::date
  union all
  select kind, agency_id, employee, product, state, day, name, amount, channel, tally, -count
  from report_deltas
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between '2026-03-01'::date and ('2026-03-01'::date + interval '1 month - 1 day')::date
)
select axis, employee, product, state, bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
from (
  select case grouping(employee, product, state) when 7::int then 'month'::text when 3::int then 'month.e'::text
    when 5::int then 'month.p'::text when 6::int then 'month.s'::text when 1::int then 'month.ep'::text
    when 2::int then 'month.es'::text when 4::int then 'month.ps'::text when 0::int then 'month.eps'::text end as axis,
    coalesce(employee, '*') as employee, coalesce(product, '*') as product, coalesce(state, '*') as state, bucket,
    sum(change) as count, sum(change * cents) as cents
  from (
    select employee, product, state as state, to_char(day, 'YYYY-MM') as bucket,
      case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end as cents, change
    from (
      select side.*, '' as step
      from side
    ) as placed
  ) as cells
  group by grouping sets ((bucket), (bucket, employee), (bucket, product), (bucket, state), (bucket, employee, product),
    (bucket, employee, state), (bucket, product, state), (bucket, employee, product, state))
  union all
  select axis, employee, product, state, bucket, -count, -cents
  from (
    select *, substr(bucket, strpos(bucket, ' ') + 1) as step
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = any ('{month,month.e,month.p,month.s,month.ep,month.es,month.ps,month.eps}'::text[])
  ) as kept
  where left(bucket, 7) = '2026-03'
) as sides
group by 1, 2, 3, 4, 5
having sum(count) <> 0 or sum(cents) <> 0
order by 1, 2, 3, 4, 5;

select to_char(day, 'YYYY-MM') as month
from (
  select distinct day
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
) as days
union
select to_char(day, 'YYYY-MM')
from report_deltas
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
union
select left(bucket, 7)
from report_counts
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and axis = any ('{day,day.e,day.p,day.s,day.ps}'::text[]);

with side as (
  select kind, agency_id, employee, product, state, day, name, cents as amount, channel, tally, 1 as change
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between '2026-03-01'::date and ('2026-03-01'::date + interval '1 month - 1 day')::date
  union all
  select kind, agency_id, employee, product, state, day, name, amount, channel, tally, -count
  from report_deltas
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between '2026-03-01'::date and ('2026-03-01'::date + interval '1 month - 1 day')::date
)
select axis, employee, product, state, bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
from (
  select case grouping(employee, product, state) when 7::int then 'day'::text when 3::int then 'day.e'::text
    when 5::int then 'day.p'::text when 6::int then 'day.s'::text when 4::int then 'day.ps'::text end as axis,
    coalesce(employee, '*') as employee, coalesce(product, '*') as product, coalesce(state, '*') as state, bucket,
    sum(change) as count, sum(change * cents) as cents
  from (
    select employee, product, state as state, to_char(day, 'YYYY-MM-DD') as bucket,
      case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end as cents, change
    from (
      select side.*, '' as step
      from side
    ) as placed
  ) as cells
  group by grouping sets ((bucket), (bucket, employee), (bucket, product), (bucket, state), (bucket, product, state))
  union all
  select axis, employee, product, state, bucket, -count, -cents
  from (
    select *, substr(bucket, strpos(bucket, ' ') + 1) as step
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = any ('{day,day.e,day.p,day.s,day.ps}'::text[])
  ) as kept
  where left(bucket, 7) = '2026-03'
) as sides
group by 1, 2, 3, 4, 5
having sum(count) <> 0 or sum(cents) <> 0
order by 1, 2, 3, 4, 5;

select to_char(day, 'YYYY-MM') as month
from (
  select distinct day
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
) as days
union
select to_char(day, 'YYYY-MM')
from report_deltas
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
union
select substr(bucket, 14, 7)
from report_counts
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and axis = any ('{cents,cents.e,cents.p,cents.s,cents.ps}'::text[]);

with side as (
  select kind, agency_id, employee, product, state, day, name, cents as amount, channel, tally, 1 as change
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between '2026-03-01'::date and ('2026-03-01'::date + interval '1 month - 1 day')::date
  union all
  select kind, agency_id, employee, product, state, day, name, amount, channel, tally, -count
  from report_deltas
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between '2026-03-01'::date and ('2026-03-01'::date + interval '1 month - 1 day')::date
)
select axis, employee, product, state, bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
from (
  select case grouping(employee, product, state) when 7::int then 'cents'::text when 3::int then 'cents.e'::text
    when 5::int then 'cents.p'::text when 6::int then 'cents.s'::text when 4::int then 'cents.ps'::text end as axis,
    coalesce(employee, '*') as employee, coalesce(product, '*') as product, coalesce(state, '*') as state, bucket,
    sum(change) as count, sum(change * cents) as cents
  from (
    select employee, product, state as state, lpad(amount::text, 12, '0') || ' ' || to_char(day, 'YYYY-MM') as bucket,
      case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end as cents, change
    from (
      select side.*, '' as step
      from side
    ) as placed
  ) as cells
  group by grouping sets ((bucket), (bucket, employee), (bucket, product), (bucket, state), (bucket, product, state))
  union all
  select axis, employee, product, state, bucket, -count, -cents
  from (
    select *, substr(bucket, strpos(bucket, ' ') + 1) as step
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = any ('{cents,cents.e,cents.p,cents.s,cents.ps}'::text[])
  ) as kept
  where substr(bucket, 14, 7) = '2026-03'
) as sides
group by 1, 2, 3, 4, 5
having sum(count) <> 0 or sum(cents) <> 0
order by 1, 2, 3, 4, 5;

select to_char(day, 'YYYY-MM') as month
from (
  select distinct day
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
) as days
union
select to_char(day, 'YYYY-MM')
from report_deltas
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
union
select left(bucket, 7)
from report_counts
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and axis = any ('{centsday}'::text[]);

with side as (
  select kind, agency_id, employee, product, state, day, name, cents as amount, channel, tally, 1 as change
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between '2026-03-01'::date and ('2026-03-01'::date + interval '1 month - 1 day')::date
  union all
  select kind, agency_id, employee, product, state, day, name, amount, channel, tally, -count
  from report_deltas
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between '2026-03-01'::date and ('2026-03-01'::date + interval '1 month - 1 day')::date
)
select axis, employee, product, state, bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
from (
  select 'centsday'::text as axis, '*' as employee, '*' as product, '*' as state, bucket, sum(change) as count,
    sum(change * cents) as cents
  from (
    select employee, product, state as state, to_char(day, 'YYYY-MM-DD') || ' ' || lpad(amount::text, 12, '0') as bucket,
      case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end as cents, change
    from (
      select side.*, '' as step
      from side
    ) as placed
  ) as cells
  group by grouping sets ((bucket))
  union all
  select axis, employee, product, state, bucket, -count, -cents
  from (
    select *, substr(bucket, strpos(bucket, ' ') + 1) as step
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = any ('{centsday}'::text[])
  ) as kept
  where left(bucket, 7) = '2026-03'
) as sides
group by 1, 2, 3, 4, 5
having sum(count) <> 0 or sum(cents) <> 0
order by 1, 2, 3, 4, 5;

select step
from (
  select step, row_number() over (order by step) as place
  from report_steps
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
) as steps
where place % 20 = 0
order by step;

with side as (
  select kind, agency_id, employee, product, state, day, name, cents as amount, channel, tally, 1 as change
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and name >= '' and name < 'm'
  union all
  select kind, agency_id, employee, product, state, day, name, amount, channel, tally, -count
  from report_deltas
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and name >= '' and name < 'm'
)
select axis, employee, product, state, bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
from (
  select case grouping(employee, product, state) when 7::int then 'name'::text when 3::int then 'name.e'::text
    when 5::int then 'name.p'::text when 6::int then 'name.s'::text when 4::int then 'name.ps'::text end as axis,
    coalesce(employee, '*') as employee, coalesce(product, '*') as product, coalesce(state, '*') as state, bucket,
    sum(change) as count, sum(change * cents) as cents
  from (
    select employee, product, state as state, step as bucket,
      case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end as cents, change
    from (
      select side.*, case when name = '' then '' else coalesce((array(
        select step
        from report_steps
        where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        order by step
      ))[width_bucket(name, array(
        select step
        from report_steps
        where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        order by step
      ))], '') end as step
      from side
    ) as placed
  ) as cells
  group by grouping sets ((bucket), (bucket, employee), (bucket, product), (bucket, state), (bucket, product, state))
  union all
  select axis, employee, product, state, bucket, -count, -cents
  from (
    select *, bucket as step
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = any ('{name,name.e,name.p,name.s,name.ps}'::text[])
  ) as kept
  where step >= '' and step < 'm'
) as sides
group by 1, 2, 3, 4, 5
having sum(count) <> 0 or sum(cents) <> 0
order by 1, 2, 3, 4, 5;

with side as (
  select kind, agency_id, employee, product, state, day, name, cents as amount, channel, tally, 1 as change
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid and name >= 'm'
  union all
  select kind, agency_id, employee, product, state, day, name, amount, channel, tally, -count
  from report_deltas
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid and name >= 'm'
)
select axis, employee, product, state, bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
from (
  select case grouping(employee, product, state) when 7::int then 'name'::text when 3::int then 'name.e'::text
    when 5::int then 'name.p'::text when 6::int then 'name.s'::text when 4::int then 'name.ps'::text end as axis,
    coalesce(employee, '*') as employee, coalesce(product, '*') as product, coalesce(state, '*') as state, bucket,
    sum(change) as count, sum(change * cents) as cents
  from (
    select employee, product, state as state, step as bucket,
      case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end as cents, change
    from (
      select side.*, case when name = '' then '' else coalesce((array(
        select step
        from report_steps
        where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        order by step
      ))[width_bucket(name, array(
        select step
        from report_steps
        where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        order by step
      ))], '') end as step
      from side
    ) as placed
  ) as cells
  group by grouping sets ((bucket), (bucket, employee), (bucket, product), (bucket, state), (bucket, product, state))
  union all
  select axis, employee, product, state, bucket, -count, -cents
  from (
    select *, bucket as step
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = any ('{name,name.e,name.p,name.s,name.ps}'::text[])
  ) as kept
  where step >= 'm'
) as sides
group by 1, 2, 3, 4, 5
having sum(count) <> 0 or sum(cents) <> 0
order by 1, 2, 3, 4, 5;

select to_char(day, 'YYYY-MM') as month
from (
  select distinct day
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
) as days
union
select to_char(day, 'YYYY-MM')
from report_deltas
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
union
select left(bucket, 7)
from report_counts
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and axis = any ('{namemonth,namemonth.p,namemonth.s,namemonth.ps}'::text[]);

with side as (
  select kind, agency_id, employee, product, state, day, name, cents as amount, channel, tally, 1 as change
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between '2026-03-01'::date and ('2026-03-01'::date + interval '1 month - 1 day')::date
  union all
  select kind, agency_id, employee, product, state, day, name, amount, channel, tally, -count
  from report_deltas
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between '2026-03-01'::date and ('2026-03-01'::date + interval '1 month - 1 day')::date
)
select axis, employee, product, state, bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
from (
  select case grouping(product, state) when 3::int then 'namemonth'::text when 1::int then 'namemonth.p'::text
    when 2::int then 'namemonth.s'::text when 0::int then 'namemonth.ps'::text end as axis, '*' as employee,
    coalesce(product, '*') as product, coalesce(state, '*') as state, bucket, sum(change) as count, sum(change * cents) as cents
  from (
    select employee, product, state as state, to_char(day, 'YYYY-MM') || ' ' || step as bucket,
      case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end as cents, change
    from (
      select side.*, case when name = '' then '' else coalesce((array(
        select step
        from report_steps
        where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        order by step
      ))[width_bucket(name, array(
        select step
        from report_steps
        where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        order by step
      ))], '') end as step
      from side
    ) as placed
  ) as cells
  group by grouping sets ((bucket), (bucket, product), (bucket, state), (bucket, product, state))
  union all
  select axis, employee, product, state, bucket, -count, -cents
  from (
    select *, substr(bucket, strpos(bucket, ' ') + 1) as step
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = any ('{namemonth,namemonth.p,namemonth.s,namemonth.ps}'::text[])
  ) as kept
  where left(bucket, 7) = '2026-03'
) as sides
group by 1, 2, 3, 4, 5
having sum(count) <> 0 or sum(cents) <> 0
order by 1, 2, 3, 4, 5;

select to_char(day, 'YYYY-MM') as month
from (
  select distinct day
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
) as days
union
select to_char(day, 'YYYY-MM')
from report_deltas
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
union
select left(bucket, 7)
from report_counts
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and axis = any ('{nameday}'::text[]);

with side as (
  select kind, agency_id, employee, product, state, day, name, cents as amount, channel, tally, 1 as change
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between '2026-03-01'::date and ('2026-03-01'::date + interval '1 month - 1 day')::date
  union all
  select kind, agency_id, employee, product, state, day, name, amount, channel, tally, -count
  from report_deltas
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between '2026-03-01'::date and ('2026-03-01'::date + interval '1 month - 1 day')::date
)
select axis, employee, product, state, bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
from (
  select 'nameday'::text as axis, '*' as employee, '*' as product, '*' as state, bucket, sum(change) as count,
    sum(change * cents) as cents
  from (
    select employee, product, state as state, to_char(day, 'YYYY-MM-DD') || ' ' || step as bucket,
      case when state not in ('cancelled', 'refused', 'expired', 'claimed') then amount else 0 end as cents, change
    from (
      select side.*, case when name = '' then '' else coalesce((array(
        select step
        from report_steps
        where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        order by step
      ))[width_bucket(name, array(
        select step
        from report_steps
        where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
        order by step
      ))], '') end as step
      from side
    ) as placed
  ) as cells
  group by grouping sets ((bucket))
  union all
  select axis, employee, product, state, bucket, -count, -cents
  from (
    select *, substr(bucket, strpos(bucket, ' ') + 1) as step
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = any ('{nameday}'::text[])
  ) as kept
  where left(bucket, 7) = '2026-03'
) as sides
group by 1, 2, 3, 4, 5
having sum(count) <> 0 or sum(cents) <> 0
order by 1, 2, 3, 4, 5;

select to_char(day, 'YYYY-MM') as month
from (
  select distinct day
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
) as days
union
select to_char(day, 'YYYY-MM')
from report_deltas
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
union
select left(bucket, 7)
from report_counts
where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
  and axis = any ('{tally.es}'::text[]);

with side as (
  select kind, agency_id, employee, product, state, day, name, cents as amount, channel, tally, 1 as change
  from report_rows
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between '2026-03-01'::date and ('2026-03-01'::date + interval '1 month - 1 day')::date
  union all
  select kind, agency_id, employee, product, state, day, name, amount, channel, tally, -count
  from report_deltas
  where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
    and day between '2026-03-01'::date and ('2026-03-01'::date + interval '1 month - 1 day')::date
)
select axis, employee, product, state, bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
from (
  select case grouping(employee, state) when 0::int then 'tally.es'::text end as axis, coalesce(employee, '*') as employee,
    '*' as product, coalesce(state, '*') as state, bucket, sum(change) as count, sum(change * cents) as cents
  from (
    select employee, product, tally as state, to_char(day, 'YYYY-MM') || ' ' || channel as bucket, amount as cents, change
    from (
      select side.*, '' as step
      from side
    ) as placed
  ) as cells
  group by grouping sets ((bucket, employee, state))
  union all
  select axis, employee, product, state, bucket, -count, -cents
  from (
    select *, substr(bucket, strpos(bucket, ' ') + 1) as step
    from report_counts
    where tenant = 'standard' and kind = 'orders' and agency_id = '00000000-0000-7000-8000-0000000000a9'::uuid
      and axis = any ('{tally.es}'::text[])
  ) as kept
  where left(bucket, 7) = '2026-03'
) as sides
group by 1, 2, 3, 4, 5
having sum(count) <> 0 or sum(cents) <> 0
order by 1, 2, 3, 4, 5;

-- correctCounts

-- again: select pg_advisory_xact_lock(hashtextextended('report sums standard', 0)) from tenants where tenant = 'standard' ... (sumList)

select kind, agency_id as "agencyId", coalesce(bool_or(summed), false) as summed
from (
  select kind, agency_id, false as summed
  from report_rows
  where tenant = 'standard'
  group by 1, 2
  union all
  select kind, agency_id, false
  from report_counts
  where tenant = 'standard'
  group by 1, 2
  union all
  select kind, agency_id, summed
  from report_lists
  where tenant = 'standard'
) as lists
group by 1, 2;

-- again: with side as ( ... (sumList)

-- again: select to_char(day, 'YYYY-MM') as month ... (sumList)

-- again: with side as ( ... (sumList)

-- again: select to_char(day, 'YYYY-MM') as month ... (sumList)

-- again: with side as ( ... (sumList)

-- again: select to_char(day, 'YYYY-MM') as month ... (sumList)

-- again: with side as ( ... (sumList)

-- again: select to_char(day, 'YYYY-MM') as month ... (sumList)

-- again: with side as ( ... (sumList)

-- again: select step ... (sumList)

-- again: with side as ( ... (sumList)

-- again: with side as ( ... (sumList)

-- again: select to_char(day, 'YYYY-MM') as month ... (sumList)

-- again: with side as ( ... (sumList)

-- again: select to_char(day, 'YYYY-MM') as month ... (sumList)

-- again: with side as ( ... (sumList)

-- again: select to_char(day, 'YYYY-MM') as month ... (sumList)

-- again: with side as ( ... (sumList)

-- again: insert into report_lists (tenant, kind, agency_id) ... (noteLarge)
