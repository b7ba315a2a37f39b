-- As accounts.version: grows with every change of what support corrects, whoever makes it.
alter table recipients add column version integer not null default 1;
create trigger recipients_version before update of email, first_name, last_name on recipients for each row
  when (old.email is distinct from new.email or old.first_name is distinct from new.first_name
    or old.last_name is distinct from new.last_name)
  execute function count_version();
