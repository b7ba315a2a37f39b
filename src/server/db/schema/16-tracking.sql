-- What is counted and leaves no row of its own: pages seen, things done in the browser. Sums by local day, never a person: no id, no
-- address, no time of day. Campaigns are folded into '' after a time (domain/retention.ts).
create table event_counts (
  tenant text not null references tenants,
  day date not null,
  event text not null,
  page text not null, -- empty: no page
  channel text not null,
  campaign text not null, -- empty: none
  hits bigint not null check (hits >= 0),
  entries bigint not null check (entries between 0 and hits), -- hits by which somebody came from elsewhere
  primary key (tenant, day, event, page, channel, campaign)
);
call tenant_only('event_counts');
grant select, insert, update, delete on event_counts to zuspruch_app;
