-- What is owed to whom is written once: of this and the tables of money the app's login may change where a row stands, not what it is
-- worth, whose it is, or what it proves (decision 243). src/server/db/column-rights.test.ts lists the columns.
create table orders (
  tenant text not null,
  number text not null,
  external_number text,
  referral_number text not null,
  recipient_number text not null,
  product_id text not null,
  -- Of another product than the recommended one, as when the order was first heard of; null: the referral's.
  plan text,
  commission_cents bigint check (commission_cents >= 0),
  contract_on date not null,
  state text not null check (state in ('reported', 'confirmed', 'released', 'cancelled')),
  -- Refused is cancelled with a reason.
  refusal_reason text
    check (refusal_reason in ('existing-customer', 'own-contract', 'not-by-referral', 'not-eligible', 'duplicate', 'other')),
  refusal_note text check (length(refusal_note) between 1 and 300),
  source text not null,
  channel text not null,
  campaign text check (length(campaign) between 1 and 80),
  reported_at timestamptz not null,
  confirmed_at timestamptz,
  releasable_on date,
  released_at timestamptz,
  cancelled_at timestamptz,
  primary key (tenant, number),
  unique (tenant, external_number),
  foreign key (tenant, referral_number) references referrals,
  foreign key (tenant, recipient_number) references recipients,
  foreign key (tenant, product_id) references products,
  check ((plan is null) = (commission_cents is null)),
  constraint orders_refused check (refusal_reason is null or state = 'cancelled')
);
create index orders_by_referral on orders (tenant, referral_number);
create index orders_by_recipient on orders (tenant, recipient_number);
create unique index orders_reported_once on orders (tenant, recipient_number, product_id) where state = 'reported';
create index orders_to_release on orders (tenant, releasable_on) where state = 'confirmed';
call tenant_only('orders');
grant select, insert,
  update (recipient_number, state, refusal_reason, refusal_note, releasable_on, released_at, cancelled_at)
  on orders to zuspruch_app;

-- The one change of a contract's day and number: from what a browser reported to what the provider says, once.
create function confirm_reported_order(of_tenant text, of_number text, external text, contract date, releasable date, new_state text,
  at timestamptz) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new_state not in ('confirmed', 'cancelled') then
    raise exception 'a reported order is confirmed or cancelled, not %', new_state;
  end if;
  update orders set external_number = external, contract_on = contract, releasable_on = releasable, state = new_state,
    confirmed_at = case when new_state = 'confirmed' then at else confirmed_at end,
    cancelled_at = case when new_state = 'cancelled' then at else cancelled_at end
  where tenant = of_tenant and of_tenant = current_setting('app.tenant', true) and number = of_number and state = 'reported';
  return found;
end $$;
revoke execute on function confirm_reported_order from public;
grant execute on function confirm_reported_order to zuspruch_app;

-- An agency's decision that it can still take back. Before `due_at` it has no effect; the row is deleted with the transaction that
-- carries it out, or when it is taken back.
create table order_decisions (
  tenant text not null references tenants,
  order_number text not null,
  action text not null check (action in ('release', 'refuse')),
  refusal_reason text,
  refusal_note text,
  actor_kind text not null,
  actor_id text not null,
  actor_support boolean not null,
  decided_at timestamptz not null,
  due_at timestamptz not null,
  primary key (tenant, order_number),
  foreign key (tenant, order_number) references orders,
  check ((action = 'refuse') = (refusal_reason is not null))
);
create index order_decisions_by_due on order_decisions (tenant, due_at);
call tenant_only('order_decisions');
grant select, insert, update, delete on order_decisions to zuspruch_app;
