-- Fixed-line tariffs and mobile offers (spec section 3). Each is a row of `products`, so that everything that is done with a product is
-- done with it; what only these have stands beside it. Only featured products are on the homepage.
alter table products add column featured boolean not null default true;

create table fixed_line_products (
  tenant text not null,
  product_id text not null,
  name text not null,
  young boolean not null,
  hybrid boolean not null,
  product_group text not null,
  product_class text not null,
  monthly_cents bigint not null check (monthly_cents >= 0),
  one_off_cents bigint not null check (one_off_cents >= 0),
  descriptions jsonb not null,
  footnotes text[] not null,
  price_text jsonb,
  promotion_name jsonb,
  promotion_discount_cents bigint check (promotion_discount_cents between 1 and monthly_cents),
  primary key (tenant, product_id),
  foreign key (tenant, product_id) references products (tenant, product_id)
);

create table mobile_offers (
  tenant text not null,
  product_id text not null,
  device_type text check (device_type in ('smartphone', 'tablet')),
  manufacturer text,
  product_class text not null,
  tariff_name jsonb not null,
  device_name text,
  device_cents bigint not null check (device_cents >= 0),
  tariff_cents bigint not null check (tariff_cents >= 0),
  tariff_id text not null,
  device_id text,
  descriptions jsonb not null,
  promotion boolean not null,
  top_position integer check (top_position >= 0),
  promotion_cents bigint check (promotion_cents between 0 and tariff_cents),
  footnotes text[] not null,
  primary key (tenant, product_id),
  foreign key (tenant, product_id) references products (tenant, product_id),
  check ((device_id is null) = (device_name is null) and (device_id is null) = (device_type is null)
    and (device_id is null) = (manufacturer is null))
);

do $$
declare
  t text;
begin
  foreach t in array array['fixed_line_products', 'mobile_offers'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant = current_setting(''app.tenant'', true)) '
      'with check (tenant = current_setting(''app.tenant'', true))', t);
  end loop;
end $$;
grant select, insert, update on fixed_line_products, mobile_offers to zuspruch_app;
