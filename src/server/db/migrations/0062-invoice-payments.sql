-- That an invoice was paid, or a credit paid back or set off. Documents stay as they were written: this is a mark beside them, which an
-- operator makes and takes back; who did either is in the audit log.
create table invoice_payments (
  tenant text not null references tenants,
  invoice_id uuid not null,
  paid_on date not null,
  reference text check (length(reference) between 1 and 140),
  marked_at timestamptz not null,
  marked_by text not null,
  primary key (tenant, invoice_id),
  foreign key (tenant, invoice_id) references invoices (tenant, invoice_id)
);
alter table invoice_payments enable row level security;
alter table invoice_payments force row level security;
create policy tenant_only on invoice_payments using (tenant = current_setting('app.tenant', true))
  with check (tenant = current_setting('app.tenant', true));
grant select, insert, delete on invoice_payments to zuspruch_app;
