-- A line by which the bank takes back what had paid an invoice; its subject is the line that had paid.
alter table bank_lines drop constraint bank_lines_kind_check;
alter table bank_lines add constraint bank_lines_kind_check
  check (kind in ('payout', 'batch', 'return', 'charge', 'repayment', 'invoice', 'reversal', 'other')); -- null: an open item
create unique index bank_lines_reversed_once on bank_lines (tenant, subject) where kind = 'reversal';
create index bank_lines_of_invoices on bank_lines (tenant, cents) where kind = 'invoice';
