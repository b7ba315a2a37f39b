-- What lines of the statement move in the bank's account of the bookkeeping beside the ledgers' postings (836). Rows are only added: a line that
-- loses its kind takes back what it had.
create table bank_line_bookings (
  tenant text not null,
  booking_id uuid not null default uuidv7(),
  line_id uuid not null,
  day date not null, -- the booking day
  kind text not null check (kind in ('charge', 'invoice', 'reversal', 'other', 'excess')),
  number text not null, -- of the invoice, else the line's id
  cents bigint not null check (cents <> 0), -- negative: out of the account
  takes_back boolean not null,
  primary key (tenant, booking_id),
  foreign key (tenant, line_id) references bank_lines on delete cascade
);
create index bank_line_bookings_by_line on bank_line_bookings (tenant, line_id);
create index bank_line_bookings_by_day on bank_line_bookings (tenant, day, booking_id);
call tenant_only('bank_line_bookings');
grant select on bank_line_bookings to zuspruch_app;

-- Euros that a line moved and no posting of its payments has. Of a return: what is more than the person owed, or came back of what was never
-- settled. Of a sum that not all of its payments explain: the rest.
create function unposted_of(bank_lines) returns table (kind text, number text, cents bigint)
language sql stable set search_path = public, pg_temp as $$
  select case $1.kind when 'return' then 'excess' else $1.kind end,
    coalesce(case $1.kind
      when 'invoice' then $1.subject
      when 'reversal' then (select credit.subject from bank_lines credit
        where credit.tenant = $1.tenant and credit.line_id = (case $1.kind when 'reversal' then $1.subject end)::uuid)
      end, $1.line_id::text),
    case $1.direction when 'CRDT' then $1.cents else -$1.cents end - coalesce((
      select sum(case
          when links.says = 'settled' then -payouts.cents
          when payouts.state <> 'returned' then 0
          when payouts.reward_id is null then payouts.cents
          else coalesce((select sum(posted.cents) from ledger_postings posted
            where posted.tenant = $1.tenant and posted.reward_id = payouts.reward_id and posted.cents > 0
              and posted.event_key = 'payout:' || payouts.payout_id || ':returned'), 0) end)::bigint
      from bank_line_payouts links join payouts on payouts.tenant = $1.tenant and payouts.payout_id = links.payout_id
      where links.tenant = $1.tenant and links.line_id = $1.line_id and links.applied_at is not null), 0)
  where $1.kind in ('charge', 'invoice', 'reversal', 'other', 'return') and $1.currency = 'EUR'
$$;

create function book_new_lines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into bank_line_bookings (tenant, line_id, day, kind, number, cents, takes_back)
  select line.tenant, line.line_id, line.booked_on, made.kind, made.number, made.cents, false
  from new_lines added join bank_lines line on line.tenant = added.tenant and line.line_id = added.line_id
    cross join lateral unposted_of(line) made
  where line.kind in ('charge', 'invoice', 'reversal', 'other', 'return') and made.cents <> 0;
  return null;
end $$;
create function book_changed_lines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into bank_line_bookings (tenant, line_id, day, kind, number, cents, takes_back)
  select booked.tenant, booked.line_id, booked.day, booked.kind, booked.number, -sum(booked.cents), true
  from old_lines was
    join new_lines line on line.tenant = was.tenant and line.line_id = was.line_id and line.kind is distinct from was.kind
    join bank_line_bookings booked on booked.tenant = was.tenant and booked.line_id = was.line_id
  where was.kind is not null
  group by booked.tenant, booked.line_id, booked.day, booked.kind, booked.number having sum(booked.cents) <> 0;
  insert into bank_line_bookings (tenant, line_id, day, kind, number, cents, takes_back)
  select line.tenant, line.line_id, line.booked_on, made.kind, made.number, made.cents, false
  from old_lines was
    join bank_lines line on line.tenant = was.tenant and line.line_id = was.line_id and line.kind is distinct from was.kind
    cross join lateral unposted_of(line) made
  where line.kind in ('charge', 'invoice', 'reversal', 'other', 'return') and made.cents <> 0;
  return null;
end $$;
create trigger bank_lines_book_new after insert on bank_lines
  referencing new table as new_lines for each statement execute function book_new_lines();
create trigger bank_lines_book_changed after update on bank_lines
  referencing old table as old_lines new table as new_lines for each statement execute function book_changed_lines();

-- Lines that have their kind already: with the next month that is closed, as late, but those from before a tenant's first closed month, which are
-- in no file, as the rewards of then are not.
create procedure book_lines_so_far(of_tenant text, is_early boolean) language sql as $$
  insert into bank_line_bookings (tenant, line_id, day, kind, number, cents, takes_back)
  select line.tenant, line.line_id, line.booked_on, made.kind, made.number, made.cents, false
  from bank_lines line cross join lateral unposted_of(line) made
  where line.tenant = of_tenant and line.kind is not null and made.cents <> 0 and is_early = coalesce(
    to_char(line.booked_on, 'YYYY-MM') < (select min(month) from books_months months where months.tenant = of_tenant), false);
$$;
do $$
declare
  of_tenant text;
begin
  for of_tenant in select tenant from tenants loop
    perform set_tenant(of_tenant);
    call book_lines_so_far(of_tenant, true);
  end loop;
end $$;
alter table books_months add lines_until uuid not null default uuidv7();
alter table books_months alter lines_until drop default;
do $$
declare
  of_tenant text;
begin
  for of_tenant in select tenant from tenants loop
    perform set_tenant(of_tenant);
    call book_lines_so_far(of_tenant, false);
  end loop;
end $$;
drop procedure book_lines_so_far;
