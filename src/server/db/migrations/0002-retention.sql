-- What is needed no longer is deleted, and the app's login may do no more than its statements need.

-- Found by the sweeps (run-sweeps.ts).
create index accounts_unconfirmed on accounts (tenant, created_at) where confirmed_at is null;
create index recipients_withdrawn on recipients (tenant, delete_on) where state = 'withdrawn';
create index mails_to_blank on mails (tenant, created_at) where to_address <> '';

-- Clicks go with their referral. The app itself still only adds them: a cascade runs with the owner's rights.
alter table clicks drop constraint clicks_tenant_referral_number_fkey;
alter table clicks add constraint clicks_tenant_referral_number_fkey
  foreign key (tenant, referral_number) references referrals (tenant, number) on delete cascade;

-- A statement that forgets its condition deletes no account that anybody confirmed, and no referral that belongs to one.
grant delete on accounts, referrals to zuspruch_app;
create policy only_unconfirmed on accounts as restrictive for delete using (confirmed_at is null);
create policy only_unowned on referrals as restrictive for delete using (owned_at is null);

-- Proof of consent is added, or deleted with the person; the file of a payout batch never changes.
revoke update on consents, payout_batches from zuspruch_app;
