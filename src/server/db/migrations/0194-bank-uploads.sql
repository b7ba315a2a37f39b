-- Files of the bank that people bring (decision 833). The file is deleted when a job is through with it, and a day after it came at the latest;
-- what came of it stays for 90 days.
create table bank_uploads (
  tenant text not null references tenants,
  upload_id uuid not null,
  name text check (length(name) between 1 and 120),
  content_encrypted text check (length(content_encrypted) <= 16777216), -- its base64
  bytes integer not null check (bytes between 1 and 8000000),
  state text not null check (state in ('waiting', 'running', 'done', 'refused', 'stopped')),
  made_by uuid not null, -- operators
  made_role text,
  made_session text,
  made_at timestamptz not null,
  seen_at timestamptz not null, -- in real time: the last sign of life
  tries integer not null default 0,
  part integer not null default 0, -- of the files in it; 0: being read
  parts integer not null default 0,
  done integer not null default 0, -- payments of this part that are through
  payments integer not null default 0,
  ended_at timestamptz,
  why text check (why in ('right-ended', 'broken-off')),
  problem_de text check (length(problem_de) <= 1000),
  problem_en text check (length(problem_en) <= 1000),
  report jsonb,
  primary key (tenant, upload_id),
  check ((state in ('waiting', 'running')) = (content_encrypted is not null)),
  check ((state in ('waiting', 'running')) = (ended_at is null)),
  check ((state = 'done') = (report is not null)),
  check ((state = 'refused') = (problem_de is not null and problem_en is not null)),
  check ((state = 'stopped') = (why is not null))
);
alter table bank_uploads alter column content_encrypted set storage external; -- what is encrypted does not shrink
-- One at a time.
create unique index bank_uploads_turn on bank_uploads (tenant) where state = 'running';
create index bank_uploads_by_age on bank_uploads (tenant, made_at desc, upload_id);
call tenant_only('bank_uploads');
grant select, insert, delete,
  update (content_encrypted, state, seen_at, tries, part, parts, done, payments, ended_at, why, problem_de, problem_en, report)
  on bank_uploads to zuspruch_app;
