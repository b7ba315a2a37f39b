-- The agents of a tenant whom customers can recommend through, by the provider's own number. What they are searched by stands in
-- tokens of its own: equality is the one comparison of text that uses an index under row security (domain/agent-search.ts).
create table agents (
  tenant text not null references tenants,
  agent_id text not null,
  first_name text not null,
  last_name text not null,
  zip text not null,
  city text not null,
  photo bytea check (length(photo) <= 307200),
  active boolean not null default true,
  primary key (tenant, agent_id)
);
create index agents_by_name on agents (tenant, last_name, first_name, agent_id) where active;

create table agent_tokens (
  tenant text not null,
  token text not null,
  agent_id text not null,
  primary key (tenant, token, agent_id),
  foreign key (tenant, agent_id) references agents (tenant, agent_id) on delete cascade
);
create index agent_tokens_by_agent on agent_tokens (tenant, agent_id);

do $$
declare
  t text;
begin
  foreach t in array array['agents', 'agent_tokens'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant = current_setting(''app.tenant'', true)) '
      'with check (tenant = current_setting(''app.tenant'', true))', t);
  end loop;
end $$;
grant select, insert, update on agents to zuspruch_app;
grant select, insert, delete on agent_tokens to zuspruch_app;
