-- What kept the schema from running on several nodes (Citus), where the tables of tenants are distributed by `tenant` (distribution.ts).

-- A policy of a distributed table has no subquery, so functions answer. The first is the owner's alone (0218).
create function is_owner() returns boolean language sql stable set search_path = public, pg_temp as $$
  select current_user = pg_get_userbyid(relowner) from pg_class where oid = 'tenants'::regclass
$$;
drop policy tenants_listed on tenants;
create policy tenants_listed on tenants for select using (is_owner());

create function has_payments(of_tenant text, proposal text) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from payout_batches b where b.tenant = of_tenant and b.proposal_id = proposal)
$$;
-- A new table is distributed with the call that every migration makes. Foreign keys to other tables come after it, each in a statement.
create or replace procedure tenant_only(of_table regclass) language plpgsql as $$
declare
  is_distributed boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select exists (select from pg_dist_partition where logicalrelid = ''tenants''::regclass)' into is_distributed;
  end if;
  if is_distributed then
    execute format('select create_distributed_table(%L, ''tenant'', colocate_with => ''tenants'')', of_table);
  end if;
  execute format('alter table %s enable row level security, force row level security', of_table);
  execute format($policy$create policy tenant_only on %s
    using (tenant = current_setting('app.tenant', true)) with check (tenant = current_setting('app.tenant', true))$policy$, of_table);
end $$;

-- As it was, but that the row's tenant is the argument by name: the function runs on that tenant's node and reaches no other.
create or replace function append_audit(of_tenant text, entries jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_heads;
  added audit_log;
begin
  -- The function's owner may be above row security.
  if of_tenant is distinct from current_setting('app.tenant', true) then
    raise exception 'another tenant''s audit log' using errcode = 'insufficient_privilege';
  end if;
  insert into audit_heads (tenant, number, hash) values (of_tenant, 0, '') on conflict do nothing;
  select * into strict head from audit_heads where tenant = of_tenant for update;
  for added in select * from jsonb_populate_recordset(null::audit_log, entries) loop
    added.tenant := of_tenant;
    added.audit_id := uuidv7();
    added.support := coalesce(added.support, false);
    added.details := coalesce(added.details, '{}');
    added.number := head.number + 1;
    added.hash := sha256(head.hash || convert_to(audit_text(added), 'UTF8'));
    head.number := added.number;
    head.hash := added.hash;
    insert into audit_log (tenant, audit_id, at, actor_kind, actor_id, support, action, subject_kind, subject_id, details, number,
      session_id, actor_role, reason, request_id, hash)
    values (of_tenant, added.audit_id, added.at, added.actor_kind, added.actor_id, added.support, added.action, added.subject_kind,
      added.subject_id, added.details, added.number, added.session_id, added.actor_role, added.reason, added.request_id, added.hash);
  end loop;
  update audit_heads set number = head.number, hash = head.hash where tenant = of_tenant;
end $$;
