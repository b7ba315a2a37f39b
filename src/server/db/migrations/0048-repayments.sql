-- What somebody paid back by transfer, as booked by hand. A wrong booking is taken back by a counter-booking; its row stays.
create table repayments (
  tenant text not null,
  repayment_id uuid not null,
  reward_id uuid not null, -- of the clawback
  cents bigint not null check (cents > 0),
  paid_on date not null, -- the day of the bank's booking
  reference text check (length(reference) between 1 and 140), -- of the bank's statement; goes with the tenant's years
  booked_by uuid not null,
  booked_at timestamptz not null,
  undone_by uuid,
  undone_at timestamptz,
  primary key (tenant, repayment_id),
  foreign key (tenant, reward_id) references clawbacks,
  check (num_nulls(undone_by, undone_at) in (0, 2))
);
create index repayments_of on repayments (tenant, reward_id, booked_at);
create index repayments_to_forget on repayments (tenant, booked_at) where reference is not null;
call tenant_only('repayments');
grant select, insert, update (undone_by, undone_at, reference) on repayments to zuspruch_app;
