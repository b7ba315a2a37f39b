-- The day up to which days are closed never goes back: what is booked on them since would count for later days.
create function refuse_reopening() returns trigger language plpgsql as $$
begin
  raise exception 'days up to % are closed', old.closed_to using errcode = 'check_violation', constraint = 'bank_days_stay_closed';
end $$;
create trigger bank_books_stay_closed before update of closed_to on bank_books
  for each row when (new.closed_to is distinct from greatest(old.closed_to, new.closed_to)) execute function refuse_reopening();
