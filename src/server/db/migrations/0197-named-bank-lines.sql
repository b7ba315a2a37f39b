-- What one person calls a line that names a payment or file of ours, until another one calls it the same (835).
alter table bank_lines
  add column named_kind text check (named_kind in ('charge', 'other')),
  add column named_by text,
  add column named_at timestamptz,
  add column named_reason text check (length(named_reason) between 1 and 500),
  add check (num_nonnulls(named_kind, named_by, named_at, named_reason) in (0, 4)),
  add constraint bank_line_needs_two check (kind is null or named_kind is null or kind <> named_kind or decided_by <> named_by);
grant update (named_kind, named_by, named_at, named_reason) on bank_lines to zuspruch_app;
