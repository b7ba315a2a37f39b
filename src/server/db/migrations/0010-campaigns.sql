-- Time-boxed offers of a tenant with a consent of their own (spec section 3, Campaign). `version` names the wording that people
-- agree to; the words themselves are kept with each consent.
create table campaigns (
  tenant text not null references tenants,
  campaign_id text not null check (campaign_id ~ '^[a-z0-9-]{1,40}$'),
  title jsonb not null,
  description jsonb not null,
  legal_text jsonb not null,
  consent jsonb not null,
  version text not null,
  starts_on date not null,
  ends_on date,
  position integer not null,
  primary key (tenant, campaign_id),
  check (ends_on is null or ends_on >= starts_on)
);
alter table campaigns enable row level security;
alter table campaigns force row level security;
create policy tenant_only on campaigns using (tenant = current_setting('app.tenant', true))
  with check (tenant = current_setting('app.tenant', true));
grant select, insert, update on campaigns to zuspruch_app;

-- Whoever recommends for a company says so (ModuleCompanyRecommendation).
alter table referrals add column company_name text check (length(company_name) between 1 and 120);

-- The day of the last reminder that something is about to expire: the next is due when a later reminder day has come.
alter table rewards add column reminded_on date;
alter table referrals add column reminded_on date;
