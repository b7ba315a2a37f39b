-- What was granted and waived in 30 days is asked at every proposal; those rows alone are in it, so that others cost nothing.
create index audit_log_given on audit_log (tenant, at)
  where action in ('goodwill-granted', 'clawback-written-off') and subject_kind = 'reward';
