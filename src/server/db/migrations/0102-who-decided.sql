-- A bulk decision's rows in the log have the role and the session of whoever started it (717).
alter table selections
  add column started_role text,
  add column started_session text;
grant update (started_role, started_session) on selections to zuspruch_app;

-- What a second person agreed to counts for the one who repaid it as what was booked alone does (718).
drop index repayments_alone;
create index repayments_given on repayments (tenant, booked_at) where undone_at is null;
