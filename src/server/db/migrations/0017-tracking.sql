-- The way by which people come: a channel stands on these rows already, the campaign beside it. Null: none, or not known (rows from
-- before this). On clicks without a check, so that counting one stays a bare insert.
alter table clicks add column campaign text;
alter table referrals add column campaign text check (length(campaign) between 1 and 80);
alter table recipients add column campaign text check (length(campaign) between 1 and 80);
alter table orders add column campaign text check (length(campaign) between 1 and 80);

-- What is counted and leaves no row of its own: pages that were seen, things done in the browser. Sums by local day, never a person:
-- no id, no address, no time of day. `page` is empty for what is no page, `campaign` where there is none; `entries` are those hits
-- with which somebody came from elsewhere.
create table event_counts (
  tenant text not null references tenants,
  day date not null,
  event text not null,
  page text not null,
  channel text not null,
  campaign text not null,
  hits bigint not null check (hits >= 0),
  entries bigint not null check (entries between 0 and hits),
  primary key (tenant, day, event, page, channel, campaign)
);
alter table event_counts enable row level security;
alter table event_counts force row level security;
create policy tenant_only on event_counts using (tenant = current_setting('app.tenant', true))
  with check (tenant = current_setting('app.tenant', true));
grant select, insert, update on event_counts to zuspruch_app;
