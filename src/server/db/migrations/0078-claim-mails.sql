-- Whose address a referral was made with and who never took it over is mailed three times at most: with the first contract, a week later, and
-- once its share has an amount. The day of the third; null: not yet.
alter table referrals add column claim_released_on date;
grant update (claim_released_on) on referrals to zuspruch_app;

-- Whose account an objection is about that came after its address was changed; null: it is about a refusal.
alter table objections add column account_id uuid;
