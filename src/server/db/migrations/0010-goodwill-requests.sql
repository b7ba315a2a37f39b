-- Goodwill above what one person grants alone, until a second one has decided; deleted with the person.
create table goodwill_requests (
  tenant text not null references tenants,
  request_id uuid not null, -- the form's, and of the reward that it becomes
  account_id uuid not null,
  cents bigint not null check (cents > 0),
  reason text not null check (length(reason) between 1 and 500),
  proposed_by uuid not null, -- operators
  proposed_at timestamptz not null,
  version integer not null default 1,
  decided_by uuid,
  decided_at timestamptz,
  outcome text check (outcome in ('granted', 'refused')),
  decision_reason text check (length(decision_reason) between 1 and 500),
  primary key (tenant, request_id),
  foreign key (tenant, account_id) references accounts,
  check ((decided_at is null) = (outcome is null) and (decided_at is null) = (decided_by is null)),
  constraint goodwill_needs_two check (decided_by <> proposed_by)
);
-- One at a time for a person, or the sum would be nobody's decision.
create unique index goodwill_requests_open on goodwill_requests (tenant, account_id) where decided_at is null;
create index goodwill_requests_waiting on goodwill_requests (tenant, proposed_at, request_id) include (cents) where decided_at is null;
create index goodwill_requests_decided on goodwill_requests (tenant, decided_at desc, request_id) where decided_at is not null;
create index goodwill_requests_by_account on goodwill_requests (tenant, account_id);
call tenant_only('goodwill_requests');
grant select, insert, delete, update (version, decided_by, decided_at, outcome, decision_reason) on goodwill_requests to zuspruch_app;
