-- A paid reward of a cancelled order is claimed back (claimed_back_at) until the money has come back; then nothing is owed any more.
alter table rewards add column claim_settled_at timestamptz;
alter table rewards add constraint rewards_claim_settled check (claim_settled_at is null or claimed_back_at is not null);
update rewards set claim_settled_at = claimed_back_at
where state = 'paid' and claimed_back_at is not null and not exists (
  select from ledger_postings
  where ledger_postings.tenant = rewards.tenant and ledger_postings.reward_id = rewards.reward_id and account = 'claims'
  having sum(cents) > 0);
