-- The work on held rewards: one case per reward, however many reasons. Reasons and cents are the reward's, so that a queue is filtered and
-- added up without it.
create table review_cases (
  tenant text not null,
  reward_id uuid not null,
  reasons text[] not null,
  cents bigint not null,
  opened_at timestamptz not null,
  answer_by date not null, -- the day by which the tenant promises an answer
  assigned_to uuid, -- the operator
  snoozed_until date,
  version integer not null default 1, -- grows with every change: whoever decides has seen this one
  changed_at timestamptz not null,
  changed_by text, -- the operator; null: the programme
  closed_at timestamptz,
  outcome text check (outcome in ('approved', 'refused', 'moot')), -- moot: the reward ended otherwise
  primary key (tenant, reward_id),
  foreign key (tenant, reward_id) references rewards,
  check ((closed_at is null) = (outcome is null))
);
create index review_cases_open on review_cases (tenant, answer_by, reward_id) include (cents, snoozed_until) where closed_at is null;
create index review_cases_assigned on review_cases (tenant, assigned_to, answer_by) where closed_at is null and assigned_to is not null;
create index review_cases_closed on review_cases (tenant, closed_at desc, reward_id) where closed_at is not null;
-- What was decided in like cases.
create index review_cases_alike on review_cases (tenant, reasons, closed_at) include (outcome) where closed_at is not null;
call tenant_only('review_cases');
grant select, insert,
  update (reasons, opened_at, answer_by, assigned_to, snoozed_until, version, changed_at, changed_by, closed_at, outcome)
  on review_cases to zuspruch_app;

do $$ declare of_tenant text; begin
  for of_tenant in select tenant from tenants loop
    perform set_config('app.tenant', of_tenant, true);
    insert into review_cases (tenant, reward_id, reasons, cents, opened_at, answer_by, changed_at)
    select tenant, reward_id, array(select jsonb_array_elements_text(review_reasons)), cents, created_at,
      (now() at time zone 'Europe/Berlin')::date + 14, now()
    from rewards
    where tenant = of_tenant and review = 'held' and state in ('open', 'provided', 'collected');
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
