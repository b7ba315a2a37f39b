-- What a mail is about, the second part of its key. Written with it from now on, as row security lets no index find a part of a key. Those of before
-- have none, and lose their address within a month (domain/retention.ts).
alter table mails add column subject_id text;
