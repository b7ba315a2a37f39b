-- Ended tokens are found and removed by their end.
create index tokens_by_end on tokens (tenant, expires_at) where expires_at is not null;
