-- A cancellation that the provider sent with other entries than the order's cancels nothing; its rewards wait for a review (752).
alter table orders drop constraint orders_doubts_check;
alter table orders add constraint orders_doubts_check
  check (cardinality(doubts) > 0 and doubts <@ array['number', 'product', 'day', 'email', 'claimed-beside', 'brought', 'unnamed',
    'worth-more', 'other-number', 'cancel-differs']);
