-- What operators decide about agencies and sales partners: a version in every write, and since when their state holds (null: since they
-- registered).
alter table agencies add column version integer not null default 1, add column state_since timestamptz;
alter table sales_partners add column version integer not null default 1, add column state_since timestamptz;
grant update (version, state_since) on sales_partners to zuspruch_app;
create index agencies_by_state on agencies (tenant, state, created_at, agency_id);
create index sales_partners_by_state on sales_partners (tenant, state, created_at, partner_id);
create index agencies_by_vat_id on agencies (tenant, vat_id) where vat_id is not null;
create index sales_partners_by_vat_id on sales_partners (tenant, vat_id) where vat_id is not null;
