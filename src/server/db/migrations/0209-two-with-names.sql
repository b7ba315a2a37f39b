-- Who decides what somebody else has named has a name, too: an empty one is nobody's second word.
alter table bank_lines
  drop constraint bank_line_needs_two,
  add constraint bank_line_needs_two check (
    kind is null or named_kind is null or kind <> named_kind or (decided_by is not null and decided_by <> named_by));
