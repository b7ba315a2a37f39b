-- A code that does not work stays with its reward, out of use, beside the one that replaces it. Who reported it stands there while, and if, a
-- second person decides.
alter table vouchers
  add column doubted_at timestamptz,
  add column doubted_by uuid,
  add column faulty_at timestamptz,
  add column faulty_by uuid,
  add check (reward_id is not null or num_nonnulls(doubted_at, doubted_by, faulty_at, faulty_by) = 0),
  add check ((doubted_at is null) = (doubted_by is null)),
  add check ((faulty_at is null) = (faulty_by is null)),
  add constraint voucher_needs_two check (faulty_by <> doubted_by);
-- Alone once per reward, whoever it is.
create unique index vouchers_replaced_alone on vouchers (tenant, reward_id) where faulty_at is not null and doubted_by is null;
create index vouchers_faulty on vouchers (tenant, faulty_at) where faulty_at is not null;
grant update (doubted_at, doubted_by, faulty_at, faulty_by) on vouchers to zuspruch_app;
