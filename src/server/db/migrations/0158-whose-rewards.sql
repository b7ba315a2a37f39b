-- What of an invoice's rewards bears VAT: all of it where the tenant gives them in its own name, else none. A document keeps it.
alter table invoices
  add column taxed_reward_cents bigint not null default 0,
  add constraint invoices_taxed_check check (taxed_reward_cents between 0 and reward_cents);
alter table invoice_lines
  add column taxed_reward_cents bigint not null default 0,
  add constraint invoice_lines_taxed_check check (taxed_reward_cents in (0, reward_cents));

-- In whose name a payment is made: the agency that caused the reward, as the file to the bank says it.
alter table payouts add column ultimate_debtor text check (ultimate_debtor <> '');
