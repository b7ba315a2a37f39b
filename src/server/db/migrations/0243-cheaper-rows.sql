-- As they were, but cheaper for whoever writes a row (decision 986).

-- An SQL function is parsed and planned again for each of a row's generated columns; this one is planned once by a connection.
create or replace function name_key(name text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  return regexp_replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    translate(replace(replace(replace(
      regexp_replace(lower(normalize(name, nfkd) collate "pg_c_utf8"), '[^[:alnum:]]', '', 'g'),
      'ß', 'ss'), 'æ', 'a'), 'œ', 'o'), 'øłđðıy', 'olddii'),
    'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'ai', 'ei'), 'ph', 'f'), 'th', 't'), 'dt', 't'), 'ck', 'k'), 'tz', 'z'), 'sz', 's'),
    '(.)\1+', '\1', 'g');
end $$;

-- Writers of a tenant wait for each other's commits once, for the lock, and not before it to hear that the head is there.
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
  select * into head from audit_heads where tenant = of_tenant for update;
  if not found then
    insert into audit_heads (tenant, number, hash) values (of_tenant, 0, '') on conflict do nothing;
    select * into strict head from audit_heads where tenant = of_tenant for update;
  end if;
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
