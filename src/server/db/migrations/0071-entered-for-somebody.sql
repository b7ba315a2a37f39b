-- Who entered an objection, or said that a contract is missing, for its person: somebody else decides.
alter table review_cases
  add column appeal_entered_by text,
  add constraint appeal_not_by_enterer check (appeal_entered_by is null or closed_at is null or outcome = 'moot'
    or (changed_by is not null and changed_by <> appeal_entered_by));
grant update (appeal_entered_by) on review_cases to zuspruch_app;

alter table claims
  add column entered_by text,
  add constraint claim_not_by_enterer check (entered_by is null or state not in ('accepted', 'refused')
    or (changed_by is not null and changed_by <> entered_by));
