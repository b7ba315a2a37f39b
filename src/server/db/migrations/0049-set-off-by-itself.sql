-- Who announced that the next reward may be set off; tenants can have that happen by itself.
alter table clawbacks add column reminded_by uuid;
grant update (reminded_by) on clawbacks to zuspruch_app;
create index clawbacks_told on clawbacks (tenant, reminded_at, reward_id)
  where closed_at is null and proposed_at is null and reminded_at is not null;
drop index clawbacks_open;
create index clawbacks_open on clawbacks (tenant, opened_at, reward_id) include (left_cents, proposed_at, reminded_at)
  where closed_at is null;

do $$ declare of_tenant text; begin
  for of_tenant in select tenant from tenants loop
    perform set_config('app.tenant', of_tenant, true);
    update clawbacks set reminded_by = (
      select actor_id::uuid from audit_log
      where audit_log.tenant = of_tenant and subject_kind = 'reward' and subject_id = clawbacks.reward_id::text
        and action = 'clawback-reminded' and actor_kind = 'operator'
      order by number desc limit 1)
    where tenant = of_tenant and reminded_at is not null;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
