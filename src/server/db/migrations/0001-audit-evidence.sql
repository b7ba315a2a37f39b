-- The audit log as evidence: rows are numbered without gaps in their tenant, and each carries the hash of the one before it.

alter table audit_log
  add column number bigint,
  add column session_id text,
  add column actor_role text,
  add column reason text,
  add column request_id text,
  add column hash bytea;

--- The last row of each tenant. Locked by a transaction that appends, from its last statement to its commit.
create table audit_heads (
  tenant text not null references tenants,
  number bigint not null,
  hash bytea not null,
  primary key (tenant)
);
call tenant_only('audit_heads');
grant select on audit_heads to zuspruch_app;

--- What the hash of a row is made of, with the length of each part so that no two rows read alike. Instants are in microseconds.
create function audit_text(of_row audit_log) returns text
language sql immutable set search_path = public, pg_temp as $$
  select string_agg(coalesce(octet_length(part)::text, '-') || ':' || coalesce(part, '') || ',', '' order by place)
  from unnest(array[
    of_row.tenant, of_row.number::text, of_row.audit_id::text, (extract(epoch from of_row.at) * 1000000)::bigint::text,
    of_row.actor_kind, of_row.actor_id, of_row.actor_role, of_row.session_id, of_row.support::text, of_row.action,
    of_row.subject_kind, of_row.subject_id, of_row.details::text, of_row.reason, of_row.request_id
  ]) with ordinality as parts (part, place)
$$;

--- Appends the rows of one transaction. `entries`: an array of rows, named as the columns.
create function append_audit(of_tenant text, entries jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_heads;
  added audit_log;
begin
  -- The function's owner may be above row security.
  if of_tenant is distinct from current_setting('app.tenant', true) then
    raise exception 'another tenant''s audit log' using errcode = 'insufficient_privilege';
  end if;
  insert into audit_heads values (of_tenant, 0, '') on conflict do nothing;
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
    insert into audit_log values (added.*);
  end loop;
  update audit_heads set number = head.number, hash = head.hash where tenant = of_tenant;
end $$;
revoke execute on function append_audit from public;
grant execute on function append_audit to zuspruch_app;

-- Rows from before, in their order.
do $$
declare
  of_tenant text;
  old audit_log;
  head audit_heads;
begin
  for of_tenant in select tenant from tenants loop
    perform set_config('app.tenant', of_tenant, true);
    head := row (of_tenant, 0, ''::bytea);
    for old in select * from audit_log where tenant = of_tenant order by at, audit_id loop
      old.number := head.number + 1;
      head.number := old.number;
      head.hash := sha256(head.hash || convert_to(audit_text(old), 'UTF8'));
      update audit_log set number = head.number, hash = head.hash where tenant = of_tenant and audit_id = old.audit_id;
    end loop;
    if head.number > 0 then
      insert into audit_heads values (head.*);
    end if;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

alter table audit_log
  alter column number set not null,
  alter column hash set not null;
create unique index audit_log_by_number on audit_log (tenant, number);

revoke insert on audit_log from zuspruch_app;

--- Nobody changes the log, its owner included; who takes the trigger away leaves hashes that do not fit.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log only grows.' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_only_grows before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_is_kept before truncate on audit_log for each statement execute function refuse_change();
