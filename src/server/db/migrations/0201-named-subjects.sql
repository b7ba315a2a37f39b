-- Whatever somebody calls a line that names a payment or file of ours takes two people, who mean the same invoice or clawback (835).
alter table bank_lines
  drop constraint bank_lines_named_kind_check,
  add constraint bank_lines_named_kind_check check (named_kind in ('charge', 'reversal', 'repayment', 'invoice', 'other')),
  add column named_subject text check (length(named_subject) between 1 and 60),
  add constraint bank_line_named_subject check (named_subject is null or named_kind is not null),
  add constraint bank_line_named_alike check (
    kind is null or named_kind is null or kind <> named_kind or kind not in ('repayment', 'invoice') or subject is not distinct from named_subject);
grant update (named_subject) on bank_lines to zuspruch_app;
