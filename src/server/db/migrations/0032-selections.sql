-- Bulk decisions: what was selected is stored with the versions that the preview showed, and exactly that is carried out.
create table selections (
  tenant text not null references tenants,
  selection_id uuid not null,
  kind text not null check (length(kind) between 1 and 40), -- of the items
  verb text not null check (length(verb) between 1 and 40),
  made_by uuid not null, -- operators
  made_at timestamptz not null,
  needs_two boolean not null, -- above the maker's limit
  reason_code text check (length(reason_code) between 1 and 40),
  note text check (length(note) between 1 and 300),
  state text not null default 'preview' check (state in ('preview', 'proposed', 'running', 'stopped', 'done')),
  version integer not null default 1,
  started_by uuid,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (tenant, selection_id),
  check ((started_by is null) = (started_at is null) and (started_by is null) = (state in ('preview', 'proposed'))),
  check ((reason_code is null) = (state = 'preview')),
  constraint selection_needs_two check (not needs_two or started_by <> made_by)
);
create index selections_waiting on selections (tenant, made_at) where state in ('proposed', 'running');
create index selections_by_age on selections (tenant, made_at);
call tenant_only('selections');
grant select, insert, delete, update (reason_code, note, state, version, started_by, started_at, ended_at) on selections to zuspruch_app;

create table selection_items (
  tenant text not null,
  selection_id uuid not null,
  item_id text not null,
  version integer not null, -- as the preview showed it
  cents bigint not null,
  reasons text[] not null, -- it is grouped by
  outcome text check (outcome in ('done', 'skipped')),
  why text check (length(why) between 1 and 40), -- it was skipped
  primary key (tenant, selection_id, item_id),
  foreign key (tenant, selection_id) references selections on delete cascade,
  check ((why is not null) = (outcome is not distinct from 'skipped'))
);
create index selection_items_left on selection_items (tenant, selection_id, item_id) where outcome is null;
create index selection_items_skipped on selection_items (tenant, selection_id, item_id) where outcome = 'skipped';
call tenant_only('selection_items');
grant select, insert, delete, update (outcome, why) on selection_items to zuspruch_app;
