-- Numbers of credit notes have counters as those of invoices have: a document that is lost leaves a gap that the check finds, and its
-- number is not given again.
create table partner_note_counters (
  tenant text not null references tenants,
  partner_id uuid not null,
  year integer not null,
  last integer not null check (last >= 0),
  primary key (tenant, partner_id, year),
  foreign key (tenant, partner_id) references sales_partners (tenant, partner_id)
);
alter table partner_note_counters enable row level security;
alter table partner_note_counters force row level security;
create policy tenant_only on partner_note_counters using (tenant = current_setting('app.tenant', true))
  with check (tenant = current_setting('app.tenant', true));
grant select, insert on partner_note_counters to zuspruch_app;
grant update (last) on partner_note_counters to zuspruch_app;

-- What is there already, tenant by tenant: the owner of the tables is bound by row security as well.
do $$
declare
  t text;
begin
  for t in select tenant from tenants loop
    perform set_tenant(t);
    insert into partner_note_counters (tenant, partner_id, year, last)
      select t, partner_id, year, max(place) from partner_notes where tenant = t group by partner_id, year;
  end loop;
end $$;
