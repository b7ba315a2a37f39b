-- What support writes down about somebody; deleted with the person.
create table person_notes (
  tenant text not null references tenants,
  note_id uuid not null,
  subject_kind text not null check (subject_kind in ('account', 'recipient')),
  subject_id text not null,
  text text not null check (length(text) between 1 and 1000),
  at timestamptz not null,
  operator_id uuid not null,
  primary key (tenant, note_id)
);
create index person_notes_by_subject on person_notes (tenant, subject_kind, subject_id, at desc);
call tenant_only('person_notes');
grant select, insert, delete on person_notes to zuspruch_app;

-- As mailboxOf() of domain/email.ts and recipients.mailbox.
create function mailbox_of(email text) returns text language sql immutable parallel safe as $$
  select case when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(email, '@', 1), '+', 1) || '@' || split_part(email, '@', 2)
  end
$$;
create index accounts_by_mailbox on accounts (tenant, mailbox_of(email));
-- All mails of one person.
create index mails_by_address on mails (tenant, to_address, created_at desc) where to_address <> '';
