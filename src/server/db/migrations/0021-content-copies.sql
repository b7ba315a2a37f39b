-- A copy for each source, so that one that is being connected takes nothing from the one that is shown.
alter table content_copies drop constraint content_copies_pkey, add primary key (tenant, source);
