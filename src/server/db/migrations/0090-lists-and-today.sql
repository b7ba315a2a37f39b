-- The list of rewards called its filter for whose they are like the number of every list's page.
do $$ begin
  perform set_config('app.tenant', 'betrieb', true);
  update operator_views set query = regexp_replace(query, '(^|&)seite=', '\1rolle=') where page = 'ConsoleRewards';
  perform set_config('app.tenant', '', true);
end $$;

-- What Today counts because a second person has to decide about it.
create index order_imports_asked on order_imports (tenant, made_at) include (asked_at, would_cents) where state = 'checked' and asked_at is not null;
create index vouchers_reported on vouchers (tenant, reward_id) include (doubted_at, cents) where doubted_at is not null and faulty_at is null;
