-- Filters of the audit log's page.
create index audit_log_by_action on audit_log (tenant, action, number desc);
create index audit_log_by_actor_kind on audit_log (tenant, actor_kind, number desc);
create index audit_log_by_actor on audit_log (tenant, actor_id, number desc);
create index audit_log_by_subject_kind on audit_log (tenant, subject_kind, number desc);
create index audit_log_by_subject_id on audit_log (tenant, subject_id, number desc);
create index audit_log_by_session on audit_log (tenant, session_id) where session_id is not null;
create index audit_log_by_request on audit_log (tenant, request_id) where request_id is not null;
create index audit_log_by_time on audit_log (tenant, at);
