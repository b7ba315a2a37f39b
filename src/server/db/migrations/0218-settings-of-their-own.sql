-- Settings of a tenant are read in its own transactions alone. Which tenants there are is asked for by a function, which says nothing else.
drop policy tenants_readable on tenants;
-- The owner, whom row security binds too, goes through all tenants in migrations and in the function below. Not by name: a restored copy may
-- have another one.
create policy tenants_listed on tenants for select
  using (current_user = (select pg_get_userbyid(relowner) from pg_class where oid = 'tenants'::regclass));

create function list_tenants() returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select tenant from tenants order by tenant
$$;
revoke execute on function list_tenants from public;
grant execute on function list_tenants to zuspruch_app;
