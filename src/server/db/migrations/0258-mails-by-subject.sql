-- The mails about somebody who is deleted.
drop index concurrently if exists mails_by_subject;
create index concurrently mails_by_subject on mails (tenant, subject_id) where to_address <> '';
