-- What a tenant's closed days counted by channel and campaign, of the funnel's steps that rows have by the million.
create table funnel_days (
  tenant text not null,
  day date not null,
  step text not null,
  channel text not null,
  campaign text not null, -- empty: none
  many bigint not null check (many > 0),
  primary key (tenant, day, step, channel, campaign)
);
call tenant_only('funnel_days');
alter table funnel_days add constraint funnel_days_of_tenant foreign key (tenant) references tenants;
grant select, insert, delete, update (many) on funnel_days to zuspruch_app;

-- Up to which day they are counted.
create table funnel_closed (
  tenant text not null,
  day date not null,
  primary key (tenant)
);
call tenant_only('funnel_closed');
alter table funnel_closed add constraint funnel_closed_of_tenant foreign key (tenant) references tenants;
grant select, insert, update (day) on funnel_closed to zuspruch_app;

do $$ begin
  execute replace(pg_get_functiondef('delete_draft_tenant(text)'::regprocedure), '''operator_notices'', ', '''operator_notices'', ''funnel_days'', ''funnel_closed'', ');
end $$;
