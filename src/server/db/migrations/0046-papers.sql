-- Agencies' invoices and partners' credit notes as operators list them (decision 593): one row for each document, with where its money is,
-- so that state, sum and order come from an index. Documents, payments and lines stay where they are; billing/paper-store.ts restates these
-- rows in the same transaction. `cents`: corrections are negative.
create table papers (
  tenant text not null references tenants,
  paper_id uuid not null,
  party_kind text not null check (party_kind in ('agency', 'sales-partner')),
  party_id uuid not null,
  kind text not null check (kind in ('invoice', 'credit', 'self-billed', 'self-billed-credit')),
  number text collate "C" not null,
  month text not null,
  issued_on date not null,
  due_on date not null,
  cents bigint not null,
  state text not null check (state in ('open', 'settled', 'in-transit', 'paid')),
  paid_on date,
  version integer not null default 1, -- grows with every change: whoever marks it has seen this one
  primary key (tenant, paper_id),
  check ((party_kind = 'agency') = (kind in ('invoice', 'credit'))),
  check (paid_on is null or state = 'paid')
);
create index papers_by_day on papers (tenant, issued_on, paper_id) include (kind, state, due_on, cents);
create index papers_by_due on papers (tenant, due_on, paper_id) include (kind, state, issued_on, cents);
create index papers_by_amount on papers (tenant, cents, paper_id) include (kind, state, due_on, issued_on);
create index papers_by_number on papers (tenant, number, paper_id);
create index papers_by_state on papers (tenant, state, issued_on, paper_id) include (kind, due_on, cents);
create index papers_by_party on papers (tenant, party_id, issued_on, paper_id) include (kind, state, due_on, cents);
call tenant_only('papers');
grant select, insert, update (state, paid_on, version) on papers to zuspruch_app;

do $$ declare of_tenant text; begin
  for of_tenant in select tenant from tenants loop
    perform set_config('app.tenant', of_tenant, true);
    insert into papers (tenant, paper_id, party_kind, party_id, kind, number, month, issued_on, due_on, cents, state, paid_on)
    with single as (
      select l.invoice_id as credit_id, (array_agg(l.corrects))[1] as corrected
      from invoices c
        join invoice_lines l on l.tenant = of_tenant and l.invoice_id = c.invoice_id
        left join invoice_payments p on p.tenant = of_tenant and p.invoice_id = c.invoice_id
      where c.tenant = of_tenant and c.kind = 'credit' and p.invoice_id is null
      group by l.invoice_id having count(distinct l.corrects) = 1
    ), whole as (
      select i.invoice_id
      from single s
        join invoices c on c.tenant = of_tenant and c.invoice_id = s.credit_id
        join invoices i on i.tenant = of_tenant and i.invoice_id = s.corrected
        left join invoice_payments p on p.tenant = of_tenant and p.invoice_id = i.invoice_id
      where p.invoice_id is null
      group by i.invoice_id, i.total_cents having sum(c.total_cents) = i.total_cents
    ), settled as (
      select invoice_id from whole
      union all select s.credit_id from single s join whole w on w.invoice_id = s.corrected
    )
    select of_tenant, i.invoice_id, 'agency', i.agency_id, i.kind, i.number, i.month, i.issued_on, i.due_on,
      case i.kind when 'credit' then -i.total_cents else i.total_cents end,
      case when p.invoice_id is not null then 'paid' when s.invoice_id is not null then 'settled' else 'open' end, p.paid_on
    from invoices i
      left join invoice_payments p on p.tenant = of_tenant and p.invoice_id = i.invoice_id
      left join settled s on s.invoice_id = i.invoice_id
    where i.tenant = of_tenant
    union all
    select of_tenant, note_id, 'sales-partner', partner_id, kind, number, month, issued_on, due_on,
      case kind when 'self-billed' then total_cents else -total_cents end,
      case when paid_at is not null then 'paid' when payout_id is not null then 'in-transit' else 'open' end,
      (paid_at at time zone 'Europe/Berlin')::date
    from partner_notes where tenant = of_tenant;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

-- Lists of agencies and partners are sorted by an index: those who wait first, the oldest of them at the top; then by name.
alter table agencies
  add column list_key text collate "C" not null generated always as (
    case state when 'registered' then '1 ' || lpad(floor(extract(epoch from created_at at time zone 'UTC') * 1000)::bigint::text, 15, '0')
      when 'active' then '2 ' when 'inactive' then '3 ' else '4 ' end || name_key(name)) stored;
alter table sales_partners
  add column name_sort text collate "C" not null generated always as (name_key(coalesce(company, first_name || ' ' || last_name))) stored,
  add column list_key text collate "C" not null generated always as (
    case state when 'registered' then '1 ' || lpad(floor(extract(epoch from created_at at time zone 'UTC') * 1000)::bigint::text, 15, '0')
      when 'active' then '2 ' when 'inactive' then '3 ' else '4 ' end
    || name_key(coalesce(company, first_name || ' ' || last_name))) stored;
create index agencies_listed on agencies (tenant, list_key, agency_id);
create index agencies_by_name on agencies (tenant, search_key, agency_id);
create index agencies_by_day on agencies (tenant, created_at, agency_id);
create index sales_partners_listed on sales_partners (tenant, list_key, partner_id);
create index sales_partners_by_name on sales_partners (tenant, name_sort, partner_id);
create index sales_partners_by_day on sales_partners (tenant, created_at, partner_id);
