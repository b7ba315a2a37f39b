-- The console's search. Row security lets only leakproof operators use an index: `=`, `<` and `^@` do, those of pg_trgm do not. So names
-- are kept spelled alike and, for errors at their beginning, backwards (decision 475).

--- A name as it may sound: "Müller", "Mueller", "Muller" are one, as are "Meyer" and "Maier".
create function name_key(name text) returns text
language sql immutable strict parallel safe as $$
  select regexp_replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    translate(replace(replace(replace(
      regexp_replace(lower(normalize(name, nfkd) collate "pg_c_utf8"), '[^[:alnum:]]', '', 'g'),
      'ß', 'ss'), 'æ', 'a'), 'œ', 'o'), 'øłđðıy', 'olddii'),
    'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'ai', 'ei'), 'ph', 'f'), 'th', 't'), 'dt', 't'), 'ck', 'k'), 'tz', 'z'), 'sz', 's'),
    '(.)\1+', '\1', 'g')
$$;

create procedure keep_name_keys(of_table regclass) language plpgsql as $$
begin
  execute format($alter$alter table %s
    add column first_key text collate "C" not null generated always as (name_key(first_name)) stored,
    add column last_key text collate "C" not null generated always as (name_key(last_name)) stored,
    add column first_back text collate "C" not null generated always as (reverse(name_key(first_name))) stored,
    add column last_back text collate "C" not null generated always as (reverse(name_key(last_name))) stored$alter$, of_table);
  execute format('create index %I on %s (tenant, last_key, first_key)', of_table || '_by_last_name', of_table);
  execute format('create index %I on %s (tenant, first_key, last_key)', of_table || '_by_first_name', of_table);
  execute format('create index %I on %s (tenant, last_back)', of_table || '_by_last_name_back', of_table);
  execute format('create index %I on %s (tenant, first_back)', of_table || '_by_first_name_back', of_table);
  execute format('create index %I on %s (tenant, email collate "C")', of_table || '_by_address', of_table);
end $$;
call keep_name_keys('accounts');
call keep_name_keys('recipients');
call keep_name_keys('agency_users');
call keep_name_keys('sales_partners');
drop procedure keep_name_keys;

-- A tenant has thousands of these, which are looked through.
alter table agencies add column search_key text not null generated always as (name_key(name)) stored;
alter table sales_partners add column company_key text generated always as (name_key(company)) stored;

create index accounts_by_customer_number on accounts (tenant, customer_number) where customer_number is not null;

-- The last four characters of an IBAN, which the console may show. Null in rows from before: `keys rotate` fills them in.
alter table bank_accounts add column iban_end text check (length(iban_end) = 4);
alter table reward_bank_data add column iban_end text check (length(iban_end) = 4);
alter table sales_partners add column iban_end text check (length(iban_end) = 4);
create index bank_accounts_by_end on bank_accounts (tenant, iban_end);
create index bank_accounts_by_iban on bank_accounts (tenant, iban_hash);
create index reward_bank_data_by_end on reward_bank_data (tenant, iban_end);
create index sales_partners_by_end on sales_partners (tenant, iban_end);
grant update (iban_end) on bank_accounts, reward_bank_data, sales_partners to zuspruch_app;
