-- An account that is blocked: nobody logs in, and its rewards wait until it is not any more. `blocked_by` names the operator.
alter table accounts add column blocked_on date, add column blocked_by text;
alter table accounts add constraint accounts_blocked check ((blocked_on is null) = (blocked_by is null));
