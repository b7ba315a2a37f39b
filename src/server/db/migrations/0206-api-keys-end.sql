-- Every API key ends: those without an end a year after this update.
do $$
declare
  of_tenant text;
begin
  for of_tenant in select tenant from tenants loop
    perform set_tenant(of_tenant);
    update tokens set expires_at = now() + interval '1 year'
    where tenant = of_tenant and kind = 'api-key' and expires_at is null;
  end loop;
end $$;
alter table tokens add constraint api_keys_end check (kind <> 'api-key' or expires_at is not null);
