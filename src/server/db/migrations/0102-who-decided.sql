-- A bulk decision's rows in the log have the role and the session of whoever started it (717).
alter table selections
  add column started_role text,
  add column started_session text;
grant update (started_role, started_session) on selections to zuspruch_app;
