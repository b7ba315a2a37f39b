-- What the bank's account of the bookkeeping has by month, beside what its statements say.
alter table books_sums drop constraint books_sums_ledger_check;
alter table books_sums add constraint books_sums_ledger_check
  check (ledger in ('rewards', 'commissions', 'notes', 'invoices', 'vouchers', 'bank'));
