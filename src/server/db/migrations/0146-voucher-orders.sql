-- A voucher that is ordered at a provider: one order per reward, whose id is the provider's external id for ever. The row is there before the
-- first request, and says 'unknown' before each one that orders.
create table voucher_orders (
  tenant text not null references tenants,
  reward_id uuid not null,
  order_id uuid not null,
  option_id text not null,
  products jsonb not null,
  cents bigint not null check (cents > 0),
  state text not null check (state in ('reserved', 'unknown', 'ordered', 'delivered', 'failed')),
  reason text check (length(reason) between 1 and 40),
  reference text check (length(reference) between 1 and 200), -- the provider's
  leased_until timestamptz, -- a process is at it
  queued_at timestamptz not null,
  made_at timestamptz not null,
  changed_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant, reward_id),
  unique (tenant, order_id),
  foreign key (tenant, reward_id) references rewards,
  foreign key (tenant, option_id) references reward_options,
  check ((state = 'failed') = (reason is not null)),
  check (state not in ('ordered', 'delivered') or reference is not null)
);
create index voucher_orders_open on voucher_orders (tenant, queued_at) where state in ('reserved', 'unknown', 'ordered');
create index voucher_orders_failed on voucher_orders (tenant, changed_at) where state = 'failed';
call tenant_only('voucher_orders');
grant select, insert, update (products, state, reason, reference, leased_until, queued_at, changed_at, version) on voucher_orders to zuspruch_app;

alter table operator_notices drop constraint operator_notices_kind_check,
  add constraint operator_notices_kind_check check (kind ~ '^[a-z-]{1,40}$');
