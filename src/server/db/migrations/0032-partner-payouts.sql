-- Credit notes are paid by the same batches as rewards (docs/decisions.md, Sales partners): a payout is for one reward or for the open
-- documents of one sales partner.
alter table payouts alter column reward_id drop not null, add column partner_id uuid,
  add constraint payouts_partner_fkey foreign key (tenant, partner_id) references sales_partners (tenant, partner_id),
  add constraint payouts_for_one check (num_nonnulls(reward_id, partner_id) = 1);
create index payouts_by_partner on payouts (tenant, partner_id) where partner_id is not null;

-- Why the bank could not pay to the account, as its code; nothing is paid to the partner until the account is given anew.
alter table sales_partners add column account_problem text;

-- Which payout a note or correction is part of, and since when that is settled. The document beside it is never changed: the app may
-- write these two columns alone.
alter table partner_notes add column payout_id uuid, add column paid_at timestamptz,
  add constraint partner_notes_paid_by check (paid_at is null or payout_id is not null);
create index partner_notes_open on partner_notes (tenant, partner_id) where payout_id is null;
create index partner_notes_by_payout on partner_notes (tenant, payout_id) where payout_id is not null;
grant update (payout_id, paid_at) on partner_notes to zuspruch_app;

-- The ledger of documents: append-only double entry with VAT, since that is what banks move. What a correction takes back is negative.
create table partner_note_postings (
  tenant text not null,
  posting_id uuid not null default uuidv7(),
  note_id uuid not null,
  event text not null,
  event_key text not null,
  account text not null check (account in ('programme', 'payable', 'in-transit', 'paid-bank')),
  cents bigint not null check (cents <> 0),
  at timestamptz not null,
  primary key (tenant, posting_id),
  unique (tenant, note_id, event_key, account),
  foreign key (tenant, note_id) references partner_notes (tenant, note_id)
);
alter table partner_note_postings enable row level security;
alter table partner_note_postings force row level security;
create policy tenant_only on partner_note_postings using (tenant = current_setting('app.tenant', true))
  with check (tenant = current_setting('app.tenant', true));
grant select, insert on partner_note_postings to zuspruch_app;

-- The note that a commission is on stands with the order, so that lists sort, filter and sum by where the money is without a join.
alter table partner_orders add column billed_in uuid,
  add constraint partner_orders_billed_in_fkey foreign key (tenant, billed_in) references partner_notes (tenant, note_id);

-- What is there already, tenant by tenant: the owner of the tables is bound by row security as well.
do $$
declare
  t text;
begin
  for t in select tenant from tenants loop
    perform set_tenant(t);
    update partner_orders set billed_in = lines.note_id from partner_note_lines lines
      where partner_orders.tenant = t and lines.tenant = t and lines.order_number = partner_orders.number and lines.side = 'billed';
    insert into partner_note_postings (tenant, note_id, event, event_key, account, cents, at)
      select t, note_id, 'written', 'written', account, sign * case kind when 'self-billed' then total_cents else -total_cents end, created_at
      from partner_notes cross join (values ('programme', -1), ('payable', 1)) as sides (account, sign)
      where tenant = t;
  end loop;
end $$;

alter table partner_orders add column commission_state text not null generated always as (
  case when state = 'cancelled' and billed_in is not null then 'taken-back'
    when state = 'cancelled' then 'cancelled'
    when billed_in is not null then 'billed'
    when state = 'released' then 'released'
    else 'promised' end) stored;
drop index partner_orders_by_partner;
create index partner_orders_by_day on partner_orders (tenant, partner_id, contract_on, number);
create index partner_orders_by_external on partner_orders (tenant, partner_id, external_number, number);
create index partner_orders_by_state on partner_orders (tenant, partner_id, state, number);
create index partner_orders_by_cents on partner_orders (tenant, partner_id, commission_cents, number);
-- Sums are read from this one alone.
create index partner_orders_by_money on partner_orders (tenant, partner_id, commission_state, number) include (commission_cents);
