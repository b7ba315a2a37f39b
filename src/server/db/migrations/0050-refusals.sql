-- Refused is not cancelled (docs/decisions.md, Refusals): the state stays, with why it was refused beside it.
alter table orders add column refusal_reason text
    check (refusal_reason in ('existing-customer', 'own-contract', 'not-by-referral', 'not-eligible', 'duplicate', 'other')),
  add column refusal_note text check (length(refusal_note) between 1 and 300),
  add constraint orders_refused check (refusal_reason is null or state = 'cancelled');
alter table rewards add column refusal_reason text
    check (refusal_reason in ('existing-customer', 'own-contract', 'not-by-referral', 'not-eligible', 'duplicate', 'other')),
  add column refusal_note text check (length(refusal_note) between 1 and 300),
  add constraint rewards_refused check (refusal_reason is null or review = 'refused');
grant update (refusal_reason, refusal_note) on orders, rewards to zuspruch_app;

-- What an agency decided about an order and can still take back. Nothing else has happened before `due_at`: the row goes with the
-- transaction that does it, or with the word that takes it back.
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
  foreign key (tenant, order_number) references orders (tenant, number),
  check ((action = 'refuse') = (refusal_reason is not null))
);
create index order_decisions_by_due on order_decisions (tenant, due_at);

-- What people object to, until somebody has answered it.
create table objections (
  tenant text not null references tenants,
  objection_id uuid not null,
  referral_number text, -- as typed
  name text not null,
  email text not null,
  language text not null check (language in ('de', 'en')),
  message text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  primary key (tenant, objection_id),
  check ((closed_at is null) = (closed_by is null))
);
create index objections_by_day on objections (tenant, created_at);

do $$
declare
  t text;
begin
  foreach t in array array['order_decisions', 'objections'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant = current_setting(''app.tenant'', true)) '
      'with check (tenant = current_setting(''app.tenant'', true))', t);
  end loop;
end $$;
grant select, insert, update, delete on order_decisions, objections to zuspruch_app;
