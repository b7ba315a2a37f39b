-- Whom an agency invited is found by the console's search like everybody else (0007).
alter table invitations
  add column first_key text collate "C" not null generated always as (name_key(first_name)) stored,
  add column last_key text collate "C" not null generated always as (name_key(last_name)) stored,
  add column first_back text collate "C" not null generated always as (reverse(name_key(first_name))) stored,
  add column last_back text collate "C" not null generated always as (reverse(name_key(last_name))) stored;
create index invitations_by_last_name on invitations (tenant, last_key, first_key);
create index invitations_by_first_name on invitations (tenant, first_key, last_key);
create index invitations_by_last_name_back on invitations (tenant, last_back);
create index invitations_by_first_name_back on invitations (tenant, first_back);
create index invitations_by_address on invitations (tenant, email collate "C");
