-- A provider may renew its products under new ids and keep its own numbers for them: a number is that of one product on the pages, and
-- stays with those that left them, so that orders which still name it find what was recommended.
alter table products drop constraint products_tenant_external_id_key;
create unique index products_external_once on products (tenant, external_id) where active;
create index products_by_external on products (tenant, external_id);
