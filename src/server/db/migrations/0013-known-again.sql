-- A recipient who was forgotten keeps a keyed hash of the mailbox, where a rule counts per person (a yearly cap that the law sets, the
-- look-back at earlier customers), and until that day at the longest.
alter table recipients add column person_hash text, add column person_until date;
alter table recipients add constraint recipients_person check (
  (person_hash is null) = (person_until is null) and (person_hash is null or state = 'withdrawn'));
create index recipients_by_person on recipients (tenant, person_hash) where person_hash is not null;
create index recipients_person_until on recipients (tenant, person_until) where person_hash is not null;

-- Words that nobody's consent refers to any more are forgotten as well: they may be the caller's own.
create index consents_by_text on consents (tenant, text_hash);
grant delete on consent_texts to zuspruch_app;
