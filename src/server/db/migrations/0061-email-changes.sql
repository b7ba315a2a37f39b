-- The links of a change of address: the one that confirms the new address, and the one by which the old one objects.
do $$
declare
  known text;
begin
  select pg_get_constraintdef(oid) into strict known from pg_constraint
    where conname = 'tokens_kind_check' and conrelid = 'tokens'::regclass;
  execute 'alter table tokens drop constraint tokens_kind_check, add constraint tokens_kind_check '
    || replace(known, 'ARRAY[', 'ARRAY[''new-email''::text, ''old-email''::text, ');
end $$;
