-- What was paid for an order that was cancelled afterwards, until the money is back or given up. One for each reward.
create table clawbacks (
  tenant text not null,
  reward_id uuid not null,
  cents bigint not null check (cents > 0),
  left_cents bigint not null,
  opened_at timestamptz not null,
  reminders integer not null default 0,
  reminded_at timestamptz, -- last; who was reminded was told that the next reward may be set off
  proposed_by uuid, -- the operator who proposed to write it off
  proposed_at timestamptz,
  proposal text check (length(proposal) between 1 and 500),
  decided_by uuid, -- the second one
  version integer not null default 1, -- grows with every change: whoever decides has seen this one
  closed_at timestamptz,
  outcome text check (outcome in ('recovered', 'set-off', 'written-off')),
  primary key (tenant, reward_id),
  foreign key (tenant, reward_id) references rewards,
  check (left_cents between 0 and cents),
  check ((closed_at is null) = (outcome is null)),
  check ((closed_at is null) = (left_cents > 0)),
  check (num_nulls(proposed_by, proposed_at, proposal) in (0, 3)),
  constraint clawback_needs_two check (decided_by <> proposed_by)
);
create index clawbacks_open on clawbacks (tenant, opened_at, reward_id) include (left_cents, proposed_at) where closed_at is null;
create index clawbacks_amount on clawbacks (tenant, left_cents, reward_id) where closed_at is null;
create index clawbacks_closed on clawbacks (tenant, closed_at desc, reward_id) include (left_cents) where closed_at is not null;
call tenant_only('clawbacks');
grant select, insert,
  update (left_cents, reminders, reminded_at, proposed_by, proposed_at, proposal, decided_by, version, closed_at, outcome)
  on clawbacks to zuspruch_app;

-- What of a reward was set off against a clawback instead of being paid; the ledger says against which.
alter table rewards add column set_off_cents bigint not null default 0;
alter table rewards
  drop constraint rewards_taken_as_check,
  add constraint rewards_taken_as_check check (taken_as in ('cash', 'voucher', 'set-off')),
  add constraint rewards_set_off check (set_off_cents between 0 and cents);
grant update (set_off_cents) on rewards to zuspruch_app;
alter table ledger_postings
  drop constraint ledger_postings_account_check,
  add constraint ledger_postings_account_check check (account in ('programme', 'committed', 'payable', 'in-transit', 'paid-bank',
    'paid-voucher', 'cancelled', 'expired', 'claims', 'set-off', 'written-off'));

do $$ declare of_tenant text; begin
  for of_tenant in select tenant from tenants loop
    perform set_config('app.tenant', of_tenant, true);
    insert into clawbacks (tenant, reward_id, cents, left_cents, opened_at, closed_at, outcome)
    select tenant, reward_id, cents, case when claim_settled_at is null then cents else 0 end, claimed_back_at, claim_settled_at,
      case when claim_settled_at is not null then 'recovered' end
    from rewards where tenant = of_tenant and state = 'paid' and claimed_back_at is not null;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
