-- How many files an approved payout becomes, for whoever watches them being written.
alter table payout_proposals add column files_planned integer check (files_planned >= 0); -- null: not planned yet
grant update (files_planned) on payout_proposals to zuspruch_app;
