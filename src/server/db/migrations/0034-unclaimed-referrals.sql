-- A referral that somebody made without login is nobody's until the mailed link was used, and its contact's share is provided all the same
-- after a while (domain.md section 4). Whether the contact sits where the referral was made is found out when the contact accepts: the
-- referral keeps a keyed hash of its creator's network, of its own for every referral, until it is owned or takes no more contacts; of the
-- contact's network nothing but the answer is kept. Null: nobody knows.
alter table referrals add column network_hash text,
  add column claim_asked_on date, -- the day of the newest mail that a contract waits
  add column claim_asks smallint not null default 0 check (claim_asks between 0 and 2); -- such mails since the newest contract
alter table recipients add column same_network boolean;
create index referrals_with_network on referrals (tenant, valid_until) where network_hash is not null;
create index referrals_asked_to_claim on referrals (tenant, claim_asked_on) where claim_asks = 1 and owned_at is null;
