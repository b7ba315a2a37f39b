-- Each reminder of an agency's invoice, once for each step.
create table invoice_reminders (
  tenant text not null references tenants,
  invoice_id uuid not null,
  step smallint not null check (step between 1 and 3),
  cents bigint not null check (cents > 0), -- what was open
  reminded_on date not null,
  reminded_at timestamptz not null,
  primary key (tenant, invoice_id, step),
  foreign key (tenant, invoice_id) references invoices
);
call tenant_only('invoice_reminders');
grant select, insert on invoice_reminders to zuspruch_app;
