-- What was promised is what is paid: plan and cents of the product as they were when the referral was made, and for an order of another
-- product than the recommended one as they were when it was first heard of. Null: rows from before this, which take the product's own,
-- and orders of the recommended product, which take the referral's.
alter table referrals add column plan text, add column commission_cents bigint check (commission_cents >= 0),
  add check ((plan is null) = (commission_cents is null));
alter table orders add column plan text, add column commission_cents bigint check (commission_cents >= 0),
  add check ((plan is null) = (commission_cents is null));

-- How many products a feed's catalogue had when it was last larger, or a day ago, or when an operator said that it is right: a feed that
-- shrinks step by step is compared with that. And since when the one with the lease asks, until something comes of it: an answer that
-- kills the process that reads it counts as a failure.
alter table product_feeds add column asked_at timestamptz, add column base_products integer check (base_products >= 0), add column base_at timestamptz,
  add check ((base_products is null) = (base_at is null));
