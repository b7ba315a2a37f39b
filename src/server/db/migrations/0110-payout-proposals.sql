-- What leaves is proposed by one person, or the tenant's schedule, and approved by others, before there is a file (725). Nothing is claimed by a
-- proposal: what it would pay may still be cancelled, held or changed, and then it has to be proposed anew.
create table payout_proposals (
  tenant text not null references tenants,
  proposal_id text not null,
  state text not null check (state in
    ('open', 'approved', 'released', 'refused', 'withdrawn', 'expired', 'changed')),
  proposed_by text not null, -- an operator, or 'schedule'
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  payments integer not null check (payments >= 0), -- that are left in it
  total_cents bigint not null check (total_cents >= 0),
  content_hash text not null, -- of what is left in it, and of the account that pays
  approvals_needed smallint not null check (approvals_needed in (1, 2)),
  left_own integer not null default 0 check (left_own >= 0), -- payments left out, as they concern who proposed
  left_fresh integer not null default 0 check (left_fresh >= 0), -- to accounts that were changed lately
  sent_back integer not null default 0 check (sent_back >= 0), -- whose account cannot be paid to
  is_full boolean not null default false, -- more is due than one proposal takes
  closed_at timestamptz,
  closed_by text,
  close_reason text check (length(close_reason) <= 500),
  version integer not null default 1,
  primary key (tenant, proposal_id),
  unique (tenant, proposal_id, proposed_by),
  constraint payout_proposals_closed check ((state in ('open', 'approved')) = (closed_at is null))
);
create unique index payout_proposals_ongoing on payout_proposals (tenant) where state in ('open', 'approved');
create index payout_proposals_by_day on payout_proposals (tenant, proposed_at, proposal_id);
call tenant_only('payout_proposals');
create policy only_after_their_years on payout_proposals as restrictive for delete
  using (proposed_at < nullif(current_setting('app.payments_before', true), '')::timestamptz);
grant select, insert, delete, update (state, payments, total_cents, content_hash, approvals_needed, closed_at, closed_by, close_reason, version)
  on payout_proposals to zuspruch_app;

create table payout_proposal_items (
  tenant text not null,
  proposal_id text not null,
  item_id uuid not null, -- of the reward or the sales partner
  position integer not null,
  reward_id uuid,
  partner_id uuid,
  cents bigint not null check (cents > 0),
  payee_hash text not null, -- keyed: of holder, IBAN and BIC
  iban_hash text not null,
  iban_mask text not null,
  iban_end text not null, -- the last four
  is_fresh boolean not null, -- the account replaced another one lately
  taken_out_at timestamptz,
  taken_out_by text,
  taken_out_reason text check (length(taken_out_reason) <= 500),
  batch_id text, -- of the file that has it
  primary key (tenant, proposal_id, item_id),
  unique (tenant, proposal_id, position),
  foreign key (tenant, proposal_id) references payout_proposals,
  foreign key (tenant, reward_id) references rewards,
  foreign key (tenant, partner_id) references sales_partners,
  foreign key (tenant, batch_id) references payout_batches,
  constraint payout_proposal_items_for_one check (num_nonnulls(reward_id, partner_id) = 1),
  constraint payout_proposal_items_out check ((taken_out_at is null) = (taken_out_by is null) and (taken_out_at is null) = (taken_out_reason is null)),
  constraint payout_proposal_items_once check (taken_out_at is null or batch_id is null)
);
create index payout_proposal_items_by_reward on payout_proposal_items (tenant, reward_id) where reward_id is not null;
call tenant_only('payout_proposal_items');
create policy only_after_their_years on payout_proposal_items as restrictive for delete
  using (nullif(current_setting('app.payments_before', true), '') is not null);
grant select, insert, delete, update (taken_out_at, taken_out_by, taken_out_reason, batch_id) on payout_proposal_items to zuspruch_app;

create table payout_approvals (
  tenant text not null,
  proposal_id text not null,
  proposed_by text not null,
  approved_by text not null,
  approved_at timestamptz not null,
  content_hash text not null, -- what was approved
  alone_reason text, -- of a tenant where nobody else could
  primary key (tenant, proposal_id, approved_by),
  foreign key (tenant, proposal_id, proposed_by) references payout_proposals (tenant, proposal_id, proposed_by),
  constraint payout_approvals_by_another check (approved_by <> proposed_by or alone_reason is not null)
);
call tenant_only('payout_approvals');
grant select, insert, delete on payout_approvals to zuspruch_app;

-- No file without an approval. Batches of before have none.
alter table payout_batches
  add column proposal_id text,
  add column approved_by text,
  add column part integer,
  add foreign key (tenant, proposal_id, approved_by) references payout_approvals,
  add constraint payout_batches_approved check (num_nonnulls(proposal_id, approved_by, part) = 3) not valid;
create unique index payout_batches_by_proposal on payout_batches (tenant, proposal_id, part) where proposal_id is not null;

-- Since when a partner's account is what it is, if it replaced another one.
alter table sales_partners add column account_changed_at timestamptz;
grant update (account_changed_at) on sales_partners to zuspruch_app;
