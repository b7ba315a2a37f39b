-- The provider's login opens the session of an account's owner (IsAutologin).
do $$
declare
  known text;
begin
  select pg_get_constraintdef(oid) into strict known from pg_constraint
    where conname = 'tokens_kind_check' and conrelid = 'tokens'::regclass;
  execute 'alter table tokens drop constraint tokens_kind_check, add constraint tokens_kind_check '
    || replace(known, 'ARRAY[', 'ARRAY[''owner-login''::text, ');
end $$;
