-- What spoke against a contract that somebody attached by a claim (633): its rewards wait for another person's review.
alter table orders add column doubts text[]
  check (cardinality(doubts) > 0 and doubts <@ array['number', 'product', 'day', 'email', 'claimed-beside', 'brought']);
alter table orders add column doubted_by text check ((doubted_by is null) = (doubts is null));
grant update (doubts, doubted_by) on orders to zuspruch_app;
