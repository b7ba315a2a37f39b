-- Tenants begin as drafts, which answer to nobody but previews; what was public once stays a tenant.

alter table tenants
  add column version int not null default 1, -- of the settings: the later of two changes is refused
  add column published_at timestamptz default now(), -- null: a draft
  add column copied_from text; -- the tenant whose settings it began with, which may be gone

do $$
declare
  of_tenant text;
begin
  for of_tenant in select tenant from tenants loop
    perform set_config('app.tenant', of_tenant, true);
    update tenants set published_at = created_at where tenant = of_tenant;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

create function refuse_withdrawal() returns trigger language plpgsql as $$
begin
  raise exception 'A public tenant does not become a draft.' using errcode = 'insufficient_privilege';
end $$;
create trigger tenants_stay_public before update on tenants for each row
  when (old.published_at is not null and new.published_at is distinct from old.published_at)
  execute function refuse_withdrawal();

-- The log of a draft goes with it; the platform's log keeps who deleted it and why.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from tenants where tenant = old.tenant and published_at is null) then
      return old;
    end if;
  end if;
  raise exception 'The audit log only grows.' using errcode = 'insufficient_privilege';
end $$;

--- Deletes a draft with all its rows. Null: done; else the table whose rows are somebody's, or 'tenants' if it is no draft. A table that
--- is not named here keeps its tenant, so that one made later deletes nobody by mistake.
create function delete_draft_tenant(of_tenant text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_nobody constant text[] := array[
    'tenants', 'tenant_pictures', 'tenant_secrets', 'audit_log', 'audit_heads', 'products', 'reward_options', 'campaigns', 'bonus_plans',
    'mobile_offers', 'fixed_line_products', 'product_feeds', 'content_entries', 'content_copies', 'pictures', 'tokens', 'operator_grants',
    'operator_notices', 'mails', 'outbox', 'event_counts', 'rate_limits', 'idempotency_keys', 'report_counts', 'report_deltas',
    'report_lists', 'report_rows', 'report_steps', 'invoice_counters', 'invoice_runs', 'partner_note_counters', 'partner_note_runs',
    'vouchers'];
  left_over text[];
  of_table text;
  is_used boolean;
  before int;
begin
  -- The function's owner may be above row security.
  if of_tenant is distinct from current_setting('app.tenant', true) then
    raise exception 'another tenant' using errcode = 'insufficient_privilege';
  end if;
  perform from tenants where tenant = of_tenant and published_at is null for update;
  if not found then
    return 'tenants';
  end if;
  select array_agg(c.relname::text order by c.relname) into left_over
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition;
  foreach of_table in array left_over loop
    if of_table <> all (of_nobody) then
      execute format('select exists (select from %I where tenant = $1)', of_table) into is_used using of_tenant;
      if is_used then
        return of_table;
      end if;
    end if;
  end loop;
  -- Round after round, until no row refers to another one that is left.
  while cardinality(left_over) > 0 loop
    before := cardinality(left_over);
    foreach of_table in array left_over loop
      begin
        execute format('delete from %I where tenant = $1', of_table) using of_tenant;
        left_over := array_remove(left_over, of_table);
      exception when foreign_key_violation then
        null;
      end;
    end loop;
    if cardinality(left_over) = before then
      raise exception 'rows of % refer to each other', left_over;
    end if;
  end loop;
  return null;
end $$;
revoke execute on function delete_draft_tenant from public;
grant execute on function delete_draft_tenant to zuspruch_app;
