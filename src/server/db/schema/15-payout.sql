-- Payments are deleted when their years are over, and not before, whatever a statement says: only if the sweep names the day in its
-- transaction.
create function set_payments_before(day timestamptz) returns void language plpgsql as $$
begin
  execute format('set local app.payments_before = %L', day);
end $$;

-- The file of a batch never changes.
create table payout_batches (
  tenant text not null references tenants,
  batch_id text not null,
  message_id text not null,
  execution_on date not null,
  total_cents bigint not null check (total_cents > 0),
  transfers integer not null check (transfers > 0),
  file_encrypted text not null,
  file_hash text not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (tenant, batch_id),
  unique (tenant, message_id)
);
create index payout_batches_by_day on payout_batches (tenant, created_at);
call tenant_only('payout_batches');
create policy only_after_their_years on payout_batches as restrictive for delete
  using (created_at < nullif(current_setting('app.payments_before', true), '')::timestamptz);
grant select, insert, delete on payout_batches to zuspruch_app;

-- For one reward, or for the open documents of one sales partner.
create table payouts (
  tenant text not null,
  payout_id uuid not null,
  batch_id text not null,
  reward_id uuid,
  partner_id uuid,
  end_to_end_id text not null,
  cents bigint not null check (cents > 0),
  holder text not null,
  iban_encrypted text not null,
  iban_mask text not null,
  bic text,
  state text not null check (state in ('in-transit', 'paid', 'rejected', 'returned')),
  bank_status text,
  reason text,
  created_at timestamptz not null,
  settled_at timestamptz,
  held_at timestamptz, -- failed for a reason that only the bank can explain: nothing is paid again before an operator has asked
  primary key (tenant, payout_id),
  unique (tenant, end_to_end_id),
  foreign key (tenant, batch_id) references payout_batches,
  foreign key (tenant, reward_id) references rewards,
  foreign key (tenant, partner_id) references sales_partners,
  constraint payouts_for_one check (num_nonnulls(reward_id, partner_id) = 1),
  constraint payouts_held_failed check (held_at is null or state in ('rejected', 'returned'))
);
create index payouts_by_batch on payouts (tenant, batch_id);
create index payouts_by_partner on payouts (tenant, partner_id) where partner_id is not null;
create unique index payouts_alive_once on payouts (tenant, reward_id) where state in ('in-transit', 'paid');
create index payouts_held on payouts (tenant, held_at) where held_at is not null;
call tenant_only('payouts');
create policy only_after_their_years on payouts as restrictive for delete
  using (created_at < nullif(current_setting('app.payments_before', true), '')::timestamptz);
grant select, insert, delete, update (state, bank_status, reason, settled_at, held_at) on payouts to zuspruch_app;
