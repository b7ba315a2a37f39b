-- A proposal of 50,000 payments was compared with itself for accounts that several people have (789).
create index payout_proposal_items_by_iban on payout_proposal_items (tenant, proposal_id, iban_hash);
