-- Numbers and codes of referrals that were deleted with an account that nobody confirmed: whoever still has the link or the card is told
-- that it is over, not that it never was. They say nothing of anybody.
create table ended_referrals (
  tenant text not null references tenants,
  number text collate "C" not null,
  code text collate "C" not null,
  primary key (tenant, number)
);
create index ended_referrals_by_code on ended_referrals (tenant, code);

alter table ended_referrals enable row level security;
alter table ended_referrals force row level security;
create policy tenant_only on ended_referrals using (tenant = current_setting('app.tenant', true))
  with check (tenant = current_setting('app.tenant', true));
grant select, insert on ended_referrals to zuspruch_app;
