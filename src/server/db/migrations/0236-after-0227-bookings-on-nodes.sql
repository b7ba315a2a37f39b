-- A trigger of a distributed table cannot join what it was called with to other tables: it goes through the lines, of which few move euros.
-- What is booked is as it was (0198).
-- The function that is dropped at the end is called by these triggers alone, in no version by the servers.
create function book_line(of_tenant text, of_line uuid) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  line bank_lines;
  named text;
  posted bigint;
begin
  select * into line from bank_lines where tenant = of_tenant and line_id = of_line;
  if line.currency is distinct from 'EUR' then
    return;
  end if;
  if line.kind = 'invoice' then
    named := line.subject;
  elsif line.kind = 'reversal' then
    select credit.subject into named from bank_lines credit
    where credit.tenant = of_tenant and credit.line_id = line.subject::uuid;
  end if;
  select coalesce(sum(case
      when links.says = 'settled' then -payouts.cents
      when payouts.state <> 'returned' then 0
      when payouts.reward_id is null then payouts.cents
      else coalesce((select sum(ledger.cents) from ledger_postings ledger
        where ledger.tenant = of_tenant and ledger.reward_id = payouts.reward_id and ledger.cents > 0
          and ledger.event_key = 'payout:' || payouts.payout_id || ':returned'), 0) end), 0)::bigint
  into posted
  from bank_line_payouts links join payouts on payouts.tenant = of_tenant and payouts.payout_id = links.payout_id
  where links.tenant = of_tenant and links.line_id = of_line and links.applied_at is not null;
  posted := case when line.direction = 'CRDT' then line.cents else -line.cents end - posted;
  if posted <> 0 then
    insert into bank_line_bookings (tenant, booking_id, line_id, day, kind, number, cents, takes_back)
    values (of_tenant, uuidv7(), of_line, line.booked_on, case when line.kind = 'return' then 'excess' else line.kind end,
      coalesce(named, of_line::text), posted, false);
  end if;
end $$;

create or replace function book_new_lines() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  added record;
begin
  for added in
    select tenant, line_id from new_lines where kind in ('charge', 'invoice', 'reversal', 'other', 'return') order by line_id
  loop
    perform book_line(added.tenant, added.line_id);
  end loop;
  return null;
end $$;
create or replace function book_changed_lines() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed record;
  booked record;
begin
  for changed in
    select line.tenant, line.line_id, was.kind as old_kind, line.kind as new_kind
    from old_lines was join new_lines line on line.tenant = was.tenant and line.line_id = was.line_id
    where line.kind is distinct from was.kind order by line.line_id
  loop
    if changed.old_kind is not null then
      for booked in
        select day, kind, number, sum(cents)::bigint as cents from bank_line_bookings
        where tenant = changed.tenant and line_id = changed.line_id
        group by day, kind, number having sum(cents) <> 0
      loop
        insert into bank_line_bookings (tenant, booking_id, line_id, day, kind, number, cents, takes_back)
        values (changed.tenant, uuidv7(), changed.line_id, booked.day, booked.kind, booked.number, -booked.cents, true);
      end loop;
    end if;
    if changed.new_kind in ('charge', 'invoice', 'reversal', 'other', 'return') then
      perform book_line(changed.tenant, changed.line_id);
    end if;
  end loop;
  return null;
end $$;
drop function unposted_of(bank_lines);
