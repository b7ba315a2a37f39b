-- The mailbox behind an address (domain/email.ts, mailboxOf): addresses that differ in a +tag, or in dots at one provider, are one
-- person where a cap is counted per person.
alter table recipients add column mailbox text not null generated always as (
  case when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(email, '@', 1), '+', 1) || '@' || split_part(email, '@', 2)
  end) stored;
create index recipients_by_mailbox on recipients (tenant, mailbox);
