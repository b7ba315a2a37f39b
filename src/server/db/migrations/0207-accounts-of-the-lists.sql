-- Accounts that the tenants' lists hold already are blocked by a job, as after each change of the lists (847).
do $$ declare of_tenant text; begin
  for of_tenant in select tenant from tenants
    where jsonb_array_length(config #> '{blockedEmails,single}') + jsonb_array_length(config #> '{blockedEmails,wildcard}') > 0
  loop
    perform set_config('app.tenant', of_tenant, true);
    insert into outbox (tenant, outbox_id, kind, payload) values (of_tenant, uuidv7(), 'follow-blocked-emails', '{}');
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
