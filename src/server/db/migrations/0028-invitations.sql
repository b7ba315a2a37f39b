-- Invitations with their link and their reminders, and the card of each person of an agency, whose short code leads to the registration.
alter table invitations add column token_id uuid, add column mailed_at timestamptz;
-- One open invitation of an agency to an address, also at the same moment.
create unique index invitations_open on invitations (tenant, agency_id, email) where state = 'sent';
create index invitations_by_user on invitations (tenant, user_id, created_at desc);
create index invitations_due on invitations (tenant, expires_on) where state = 'sent';
create index invitations_kept on invitations (tenant, ended_at) where email <> '';

-- Ten characters of 40 random bits: printed on cards, known to everybody who holds one.
alter table agency_users add column card_code text not null
  default upper(substr(encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 1, 10));
create unique index agency_users_card on agency_users (tenant, card_code);
