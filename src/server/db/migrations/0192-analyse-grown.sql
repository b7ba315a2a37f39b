-- The planner takes a table that was filled a moment ago for a handful of rows, and reads it once for each of them: foreign keys, too.
--- Analyses those that have doubled since they were analysed; what somebody else analyses at this moment is passed over.
create function analyse_grown(names text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  grown text;
begin
  for grown in
    select oid::regclass::text from pg_class
    where oid = any (names::regclass[]) and relname in
        ('payout_proposal_items', 'payout_approval_flags', 'payouts', 'bank_lines', 'bank_line_payouts')
      and pg_relation_size(oid) / current_setting('block_size')::int > greatest(30, 2 * relpages)
  loop
    execute 'analyze (skip_locked) ' || grown;
  end loop;
end $$;
revoke all on function analyse_grown(text[]) from public;
grant execute on function analyse_grown(text[]) to zuspruch_app;
-- The one statement that writes them reads them off the items.
alter table payout_approval_flags drop constraint payout_approval_flags_tenant_proposal_id_item_id_fkey;
drop index payout_approval_flags_by_item;
