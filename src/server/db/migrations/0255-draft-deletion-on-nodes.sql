-- On a tenant's node its tables have parts beside them, named with a number (accounts_102008): their rows are the tables' own, which were taken for
-- somebody's, so no draft could be deleted.
do $$
begin
  execute replace(pg_get_functiondef('delete_draft_tenant(text)'::regprocedure), 'and not c.relispartition;', 'and not c.relispartition and c.relname !~ ''_[0-9]{6,}$'';');
end $$;
