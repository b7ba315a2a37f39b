-- A return that came less a fee that the bank did not name is booked in full, as one with a named fee is, once two people have said so (816).
grant update (cents) on bank_lines to zuspruch_app;

-- No line's amount changes otherwise.
create function keep_line_amounts() returns trigger language plpgsql as $$
begin
  if new.cents <> old.cents and not (old.kind is null and old.direction = 'CRDT' and old.is_return and exists (
    select from (
      select sum(payouts.cents) as cents, sum(links.fee_cents) as fee_cents
      from bank_line_payouts links join payouts on payouts.tenant = new.tenant and payouts.payout_id = links.payout_id
      where links.tenant = new.tenant and links.line_id = new.line_id
      having bool_and(links.says = 'returned' and links.applied_at is not null)) found
    where new.cents = found.cents and old.cents + found.fee_cents = found.cents))
  then
    raise exception 'the amount of a line does not change' using errcode = 'check_violation', constraint = 'bank_line_amount';
  end if;
  return new;
end $$;
create trigger bank_lines_keep_amounts before update of cents on bank_lines
  for each row execute function keep_line_amounts();
