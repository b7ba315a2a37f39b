-- The names of campaigns leave the sums after a time (domain/retention.ts): their rows are folded into those without a campaign.
grant delete on event_counts to zuspruch_app;
