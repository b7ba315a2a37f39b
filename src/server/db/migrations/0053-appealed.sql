-- The day on which a refusal was appealed: the person's pages offer that no more.
alter table rewards add column appealed_on date;
grant update (appealed_on) on rewards to zuspruch_app;
do $$ declare of_tenant text; begin
  for of_tenant in select tenant from tenants loop
    perform set_config('app.tenant', of_tenant, true);
    update rewards set appealed_on = (
        select created_at::date from objections where objections.tenant = of_tenant and reward_id = rewards.reward_id
        order by created_at desc limit 1)
      where tenant = of_tenant and review = 'refused' and exists (
        select from objections where objections.tenant = of_tenant and reward_id = rewards.reward_id);
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
