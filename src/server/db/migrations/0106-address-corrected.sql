-- Support corrects a contact's postal address: the version counts it (0057), whoever changes it.
drop trigger recipients_version on recipients;
create trigger recipients_version before update of email, first_name, last_name, street, house_number, zip, city on recipients for each row
  when ((old.email, old.first_name, old.last_name, old.street, old.house_number, old.zip, old.city)
    is distinct from (new.email, new.first_name, new.last_name, new.street, new.house_number, new.zip, new.city))
  execute function count_version();
-- The operator by whose correction a contact and their referrer became, or are no longer, one household: what they earn together later
-- waits for somebody else's review (720).
alter table recipients add column home_changed_by text;
