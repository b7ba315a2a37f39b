-- What an approver saw stays with the approval (794): the agency in whose name each payment is made, the flags of each payment, and the most
-- that the approver's role approves alone (795).
alter table payout_proposal_items add column ultimate_debtor text; -- null: nobody's but the tenant's

alter table payout_approvals
  add column limit_cents bigint check (limit_cents >= 0), -- null: the role has none of its own
  add column new_accounts integer, -- counts of payments; null: approvals of before
  add column first_payments integer,
  add column shared_accounts integer,
  add column fresh_accounts integer,
  add column foreign_accounts integer,
  add constraint payout_approvals_seen check
    (num_nulls(new_accounts, first_payments, shared_accounts, fresh_accounts, foreign_accounts) = 0) not valid;
create index payout_approvals_by_person on payout_approvals (tenant, approved_by, approved_at);

-- Only payments that have one.
create table payout_approval_flags (
  tenant text not null,
  proposal_id text not null,
  approved_by text not null,
  item_id uuid not null,
  is_new boolean not null, -- the account was never paid to for them
  is_first boolean not null, -- they were never paid
  is_shared boolean not null, -- several people have the account
  primary key (tenant, proposal_id, approved_by, item_id),
  foreign key (tenant, proposal_id, approved_by) references payout_approvals,
  foreign key (tenant, proposal_id, item_id) references payout_proposal_items,
  constraint payout_approval_flags_some check (is_new or is_first or is_shared)
);
create index payout_approval_flags_by_item on payout_approval_flags (tenant, proposal_id, item_id);
call tenant_only('payout_approval_flags');
-- Once there is a file they go with it.
create policy kept_with_the_file on payout_approval_flags as restrictive for delete using (
  nullif(current_setting('app.payments_before', true), '') is not null
  or not exists (
    select from payout_batches b
    where b.tenant = payout_approval_flags.tenant and b.proposal_id = payout_approval_flags.proposal_id));
grant select, insert, delete on payout_approval_flags to zuspruch_app;
