-- The name that the bank has for a sales partner's account, until they confirm it or give another one.
alter table sales_partners
  add column bank_spells text check (bank_spells is null or account_problem = 'payee-close-match');
grant update (bank_spells) on sales_partners to zuspruch_app;
