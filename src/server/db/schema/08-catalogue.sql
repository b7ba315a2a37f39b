create table products (
  tenant text not null references tenants,
  product_id text not null,
  external_id text not null,
  category text not null,
  title jsonb not null,
  description jsonb not null,
  in_sentence jsonb, -- after a verb as "recommend": "das Solardach"; null: sentences do without
  plan text not null,
  commission_cents bigint not null check (commission_cents >= 0),
  picture text not null,
  preview_picture text not null,
  position integer not null,
  featured boolean not null default true, -- on the homepage
  active boolean not null default true,
  primary key (tenant, product_id)
);
-- A provider may renew its products under new ids and keep its numbers: each is one product's on the pages, and stays with products that
-- left them, so that orders which still name it find what was recommended.
create unique index products_external_once on products (tenant, external_id) where active;
create index products_by_external on products (tenant, external_id);
call tenant_only('products');
grant select, insert, update on products to zuspruch_app;

-- Fixed-line tariffs and mobile offers (spec section 3) are products with columns of their own beside them.
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
  foreign key (tenant, product_id) references products
);
call tenant_only('fixed_line_products');
grant select, insert, update on fixed_line_products to zuspruch_app;

create table mobile_offers (
  tenant text not null,
  product_id text not null,
  product_class text not null,
  tariff_id text not null,
  tariff_name jsonb not null,
  tariff_cents bigint not null check (tariff_cents >= 0),
  device_id text,
  device_type text check (device_type in ('smartphone', 'tablet')),
  manufacturer text,
  device_name text,
  device_cents bigint not null check (device_cents >= 0),
  descriptions jsonb not null,
  footnotes text[] not null,
  promotion boolean not null,
  promotion_cents bigint check (promotion_cents between 0 and tariff_cents),
  top_position integer check (top_position >= 0),
  primary key (tenant, product_id),
  foreign key (tenant, product_id) references products,
  check ((device_id is null) = (device_name is null) and (device_id is null) = (device_type is null)
    and (device_id is null) = (manufacturer is null))
);
call tenant_only('mobile_offers');
grant select, insert, update on mobile_offers to zuspruch_app;

-- State of a tenant's product feed, shared by all processes. The products themselves are the last good copy.
create table product_feeds (
  tenant text primary key references tenants,
  address text not null, -- of which the rest is the state
  etag text,
  fetched_at timestamptz, -- the last answer that was taken, or had not changed
  rows integer,
  due_at timestamptz not null, -- not asked before
  failures integer not null default 0 check (failures >= 0),
  failed_at timestamptz,
  last_error text,
  held_rows integer, -- size of an answer that waits for an operator
  lease_id uuid,
  lease_until timestamptz,
  asked_at timestamptz, -- until an answer is dealt with: one that kills its reader counts as a failure
  -- The products when there were last more, or a day ago, or when an operator approved: a feed that shrinks step by step is compared with it.
  base_products integer check (base_products >= 0),
  base_at timestamptz,
  check ((lease_id is null) = (lease_until is null)),
  check ((base_products is null) = (base_at is null))
);
call tenant_only('product_feeds');
grant select, insert, update on product_feeds to zuspruch_app;

create table reward_options (
  tenant text not null references tenants,
  option_id text not null,
  kind text not null check (kind in ('cash', 'voucher')),
  title jsonb not null,
  description jsonb not null,
  picture text not null,
  voucher jsonb, -- for the mail with the code: how to redeem it, how long it is valid, its terms (decision 293)
  starts_on date not null,
  ends_on date,
  display_ends_on date,
  position integer not null,
  primary key (tenant, option_id)
);
call tenant_only('reward_options');
grant select, insert, update on reward_options to zuspruch_app;

-- Time-boxed offers with a consent of their own (spec section 3, Campaign).
create table campaigns (
  tenant text not null references tenants,
  campaign_id text not null check (campaign_id ~ '^[a-z0-9-]{1,40}$'),
  title jsonb not null,
  description jsonb not null,
  legal_text jsonb not null,
  consent jsonb not null,
  version text not null, -- of the wording that people agree to, which is kept with each consent
  starts_on date not null,
  ends_on date,
  position integer not null,
  primary key (tenant, campaign_id),
  check (ends_on is null or ends_on >= starts_on)
);
call tenant_only('campaigns');
grant select, insert, update on campaigns to zuspruch_app;

-- Agents through whom customers can recommend, by the provider's number.
create table agents (
  tenant text not null references tenants,
  agent_id text not null,
  agency_user_id uuid,
  first_name text not null,
  last_name text not null,
  zip text not null,
  city text not null,
  photo bytea check (length(photo) <= 307200),
  active boolean not null default true,
  primary key (tenant, agent_id),
  foreign key (tenant, agency_user_id) references agency_users
);
create index agents_by_name on agents (tenant, last_name, first_name, agent_id) where active;
call tenant_only('agents');
grant select, insert, update on agents to zuspruch_app;

-- What agents are searched by (domain/agent-search.ts): of texts, only equality uses an index under row security.
create table agent_tokens (
  tenant text not null,
  token text not null,
  agent_id text not null,
  primary key (tenant, token, agent_id),
  foreign key (tenant, agent_id) references agents on delete cascade
);
create index agent_tokens_by_agent on agent_tokens (tenant, agent_id);
call tenant_only('agent_tokens');
grant select, insert, delete on agent_tokens to zuspruch_app;

-- What an agency pays its referrers instead of the tenant's plan. A deleted one prices nothing new; referrals and rewards keep a snapshot.
create table bonus_plans (
  tenant text not null,
  plan_id uuid not null,
  agency_id uuid not null,
  name text not null check (length(name) between 1 and 80),
  fixed_cents bigint not null check (fixed_cents between 0 and 100000),
  stages jsonb not null default '[]', -- [{ from, cents }]
  period_months integer not null check (period_months between 1 and 36),
  valid_from date not null,
  created_at timestamptz not null,
  created_by uuid not null,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (tenant, plan_id),
  foreign key (tenant, agency_id) references agencies,
  foreign key (tenant, created_by) references agency_users
);
create index bonus_plans_by_agency on bonus_plans (tenant, agency_id, valid_from);
call tenant_only('bonus_plans');
grant select, insert, update (deleted_at, deleted_by) on bonus_plans to zuspruch_app;
