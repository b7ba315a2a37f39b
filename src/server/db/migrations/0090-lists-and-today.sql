-- The list of rewards called its filter for whose they are like the number of every list's page.
do $$ begin
  perform set_config('app.tenant', 'betrieb', true);
  update operator_views set query = regexp_replace(query, '(^|&)seite=', '\1rolle=') where page = 'ConsoleRewards';
  perform set_config('app.tenant', '', true);
end $$;
