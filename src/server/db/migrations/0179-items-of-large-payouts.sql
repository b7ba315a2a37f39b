-- What a page says of a payout's payments is found by sets (806), so this index was only written.
drop index payout_proposal_items_by_iban;
-- Each payment is changed once, when its file is written: with room in its page no index changes.
alter table payout_proposal_items set (fillfactor = 50);
