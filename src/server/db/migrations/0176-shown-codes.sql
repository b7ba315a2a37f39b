-- When a code was first shown on its owner's page, and the day on which it is reminded of; null: it was shown, reminded of, or is older than this.
alter table vouchers
  add column shown_at timestamptz,
  add column remind_on date,
  add check (reward_id is not null or num_nonnulls(shown_at, remind_on) = 0);
-- Work, not age: what is done leaves it.
create index vouchers_to_remind on vouchers (tenant, remind_on) where remind_on is not null;
grant update (shown_at, remind_on) on vouchers to zuspruch_app;
