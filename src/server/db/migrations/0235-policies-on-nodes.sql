-- Citus copies a restrictive policy to its nodes as a permissive one, which would open what it closes. So what may be deleted stands in the
-- policy of the tenant, one for each kind of statement; and tokens that a login does not issue are refused by a trigger (grant-processes.ts).
drop policy kept_with_the_file on payout_approval_flags;
drop policy tenant_only on payout_approval_flags;
create policy tenant_reads on payout_approval_flags for select using (tenant = current_setting('app.tenant', true));
create policy tenant_adds on payout_approval_flags for insert with check (tenant = current_setting('app.tenant', true));
create policy tenant_deletes on payout_approval_flags for delete using (tenant = current_setting('app.tenant', true)
  and (nullif(current_setting('app.payments_before', true), '') is not null or not has_payments(tenant, proposal_id)));
do $$
declare
  closed record;
  own constant text := $own$tenant = current_setting('app.tenant', true)$own$;
begin
  for closed in
    select polrelid::regclass as of_table, string_agg('(' || pg_get_expr(polqual, polrelid) || ')', ' and ' order by polname) as rule,
      array_agg(polname) as names
    from pg_policy where not polpermissive and polcmd = 'd' and polrelid::regclass::text <> 'tokens' group by polrelid
  loop
    for at in 1..cardinality(closed.names) loop
      execute format('drop policy %I on %s', closed.names[at], closed.of_table);
    end loop;
    execute format('drop policy tenant_only on %s', closed.of_table);
    execute format('create policy tenant_reads on %s for select using (%s)', closed.of_table, own);
    execute format('create policy tenant_adds on %s for insert with check (%s)', closed.of_table, own);
    execute format('create policy tenant_changes on %s for update using (%s) with check (%s)', closed.of_table, own, own);
    execute format('create policy tenant_deletes on %s for delete using (%s and %s)', closed.of_table, own, closed.rule);
  end loop;
  for closed in select polname as name from pg_policy where polrelid = 'tokens'::regclass and not polpermissive loop
    execute format('drop policy %I on tokens', closed.name);
  end loop;
end $$;

create function refuse_token() returns trigger language plpgsql as $$
begin
  raise exception 'The login % issues no token of the kind %.', current_user, new.kind using errcode = 'insufficient_privilege';
end $$;
