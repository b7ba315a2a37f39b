-- A refusal can be appealed once; a second person decides. An appeal is an objection that came by the mailed link, so its sender is proven.
alter table objections
  add column reward_id uuid,
  add column refused_at timestamptz,
  add foreign key (tenant, reward_id) references rewards,
  add check ((reward_id is null) = (refused_at is null));
create unique index objections_once on objections (tenant, reward_id, refused_at) where reward_id is not null;
grant update (closed_at, closed_by) on objections to zuspruch_app;

alter table review_cases
  add column appeal_id uuid, -- the objection that opened the case again
  add column first_decided_by text,
  add column first_decided_at timestamptz,
  add column queue_on date, -- place in the queue: the day of the answer, or earlier
  add check ((appeal_id is null) = (first_decided_by is null) and (appeal_id is null) = (first_decided_at is null)),
  add constraint appeal_needs_two check (appeal_id is null or closed_at is null or outcome = 'moot'
    or (changed_by is not null and changed_by <> first_decided_by));
grant update (appeal_id, first_decided_by, first_decided_at, queue_on) on review_cases to zuspruch_app;

do $$ declare of_tenant text; begin
  for of_tenant in select tenant from tenants loop
    perform set_config('app.tenant', of_tenant, true);
    update review_cases set queue_on = answer_by where tenant = of_tenant;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
alter table review_cases alter column queue_on set not null;
drop index review_cases_open;
create index review_cases_open on review_cases (tenant, queue_on, reward_id) include (cents, snoozed_until) where closed_at is null;
create index review_cases_appeals on review_cases (tenant, queue_on, reward_id) include (cents, snoozed_until)
  where closed_at is null and appeal_id is not null;

-- A mailed link to write about a review, once.
alter table tokens drop constraint tokens_kind_check;
alter table tokens add constraint tokens_kind_check check (kind in (
  'user-session', 'agency-session', 'partner-session', 'api-key',
  'set-password', 'agency-password', 'partner-password', 'new-email', 'old-email',
  'admin-login', 'owner-login', 'single-sign-on',
  'reward', 'recipient', 'confirm-recipient', 'own-referral', 'newsletter', 'invitation',
  'operator-session', 'operator-invitation', 'operator-token', 'passkey-challenge', 'review-answer'));

-- What a person was asked about a held reward, and the answer; goes with the person.
create table review_questions (
  tenant text not null references tenants,
  question_id uuid not null,
  reward_id uuid not null,
  question text not null check (length(question) between 1 and 500), -- as mailed
  asked_by uuid not null, -- the operator
  asked_at timestamptz not null,
  wait_until date not null, -- without an answer the case comes back then
  answer text check (length(answer) between 1 and 2000),
  answered_at timestamptz,
  primary key (tenant, question_id),
  foreign key (tenant, reward_id) references review_cases,
  check ((answer is null) = (answered_at is null))
);
create index review_questions_by_case on review_questions (tenant, reward_id, asked_at);
call tenant_only('review_questions');
grant select, insert, delete, update (answer, answered_at) on review_questions to zuspruch_app;
