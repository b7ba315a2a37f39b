-- What an agency's correction takes off its next invoices (755). Both documents stay as they were written.
create table invoice_set_offs (
  tenant text not null,
  invoice_id uuid not null,
  credit_id uuid not null,
  cents bigint not null check (cents > 0),
  set_off_at timestamptz not null,
  primary key (tenant, invoice_id, credit_id),
  foreign key (tenant, invoice_id) references invoices,
  foreign key (tenant, credit_id) references invoices,
  constraint invoice_set_offs_two check (invoice_id <> credit_id)
);
create index invoice_set_offs_by_credit on invoice_set_offs (tenant, credit_id);
call tenant_only('invoice_set_offs');
grant select, insert on invoice_set_offs to zuspruch_app;
