-- How agencies and sales partners stand to their tenant's others, over the last six months (decision 595): written anew once a day by
-- operator/seller-figures.ts, so that lists and pages compute nothing. Rates are parts of ten thousand.
create table seller_figures (
  tenant text not null references tenants,
  kind text not null check (kind in ('agency', 'sales-partner')),
  seller_id uuid not null,
  contracts integer not null check (contracts >= 0),
  released integer not null check (released between 0 and contracts),
  cancelled integer not null check (cancelled between 0 and contracts),
  ibans integer not null check (ibans >= 0), -- of an agency's people; of a partner: their one
  shared integer not null check (shared >= 0), -- of an agency's people with somebody else; of a partner: others with theirs
  release text check (release in ('high', 'low')), -- stands out
  cancellation text check (cancellation in ('high', 'low')),
  iban text check (iban in ('high', 'low')),
  primary key (tenant, kind, seller_id)
);
create index seller_figures_unusual on seller_figures (tenant, kind, seller_id)
  where release is not null or cancellation is not null or iban is not null;
call tenant_only('seller_figures');
grant select, insert, delete on seller_figures to zuspruch_app;

create table seller_norms (
  tenant text not null references tenants,
  kind text not null check (kind in ('agency', 'sales-partner')),
  first_day date not null,
  last_day date not null,
  release integer, -- medians; null: too few to compare with
  cancellation integer,
  iban integer,
  primary key (tenant, kind)
);
call tenant_only('seller_norms');
grant select, insert, delete on seller_norms to zuspruch_app;

-- The list of invoices narrowed to one kind, and to what is overdue.
create index papers_by_kind on papers (tenant, kind, issued_on, paper_id) include (state, due_on, cents);
create index papers_unpaid on papers (tenant, due_on, paper_id) include (issued_on, cents) where state = 'open' and kind = 'invoice';
