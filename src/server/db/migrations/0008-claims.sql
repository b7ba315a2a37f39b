-- Claims: somebody says that a contract counted for nothing (decision 480). The claimant is an account or a contact; the row goes with the
-- person. What is typed about the contract stays as typed; `external_key` is the number spelled alike.
create function order_key(number text) returns text
language sql immutable strict parallel safe as $$
  select nullif(upper(regexp_replace(number, '[^[:alnum:]]', '', 'g')), '')
$$;

create table claims (
  tenant text not null references tenants,
  claim_id uuid not null,
  claimant_kind text not null check (claimant_kind in ('account', 'recipient')),
  claimant_id text not null,
  referral_number text not null,
  product_id text not null,
  external_number text check (length(external_number) between 1 and 80),
  external_key text generated always as (order_key(external_number)) stored,
  contract_on date,
  note text check (length(note) between 1 and 500),
  state text not null default 'open' check (state in ('open', 'matched', 'accepted', 'refused', 'withdrawn')),
  made_at timestamptz not null,
  answer_by date not null, -- the day by which the tenant promises an answer
  assigned_to uuid, -- the operator
  order_number text, -- what it was about, once known
  refusal_reason text
    check (refusal_reason in ('no-contract', 'other-referral', 'before-referral', 'too-late', 'not-eligible', 'no-evidence', 'other')),
  refusal_note text check (length(refusal_note) between 1 and 300),
  version integer not null default 1, -- grows with every change: whoever decides has seen this one
  changed_at timestamptz not null,
  changed_by text, -- the operator; null: the person or the programme
  closed_at timestamptz,
  primary key (tenant, claim_id),
  foreign key (tenant, product_id) references products,
  foreign key (tenant, order_number) references orders,
  check (external_key is not null or contract_on is not null),
  check ((closed_at is null) = (state = 'open')),
  check ((order_number is not null) = (state in ('matched', 'accepted'))),
  check ((refusal_reason is not null) = (state = 'refused'))
);
-- No contract is claimed twice by the same person; withdrawn ones may be.
create unique index claims_once on claims (tenant, claimant_kind, claimant_id, external_key)
  where external_key is not null and state <> 'withdrawn';
create index claims_by_claimant on claims (tenant, claimant_kind, claimant_id, made_at desc);
create index claims_open on claims (tenant, answer_by, claim_id) where state = 'open';
create index claims_open_by_referral on claims (tenant, referral_number) where state = 'open';
create index claims_closed on claims (tenant, closed_at desc, claim_id) where closed_at is not null;
create index claims_by_number on claims (tenant, external_key) where external_key is not null;
call tenant_only('claims');
grant select, insert, delete,
  update (note, state, assigned_to, order_number, refusal_reason, refusal_note, version, changed_at, changed_by, closed_at)
  on claims to zuspruch_app;

-- The file that came with a claim, checked and written anew. A table of its own: lists never read it.
create table claim_files (
  tenant text not null,
  claim_id uuid not null,
  type text not null check (type in ('image/jpeg', 'application/pdf')),
  content bytea not null check (length(content) between 1 and 5242880),
  primary key (tenant, claim_id),
  foreign key (tenant, claim_id) references claims on delete cascade
);
call tenant_only('claim_files');
grant select, insert, delete on claim_files to zuspruch_app;

-- Contracts of the feed that fit nobody: what a claim may be about. Nothing about a person but the provider's number.
create table unmatched_orders (
  tenant text not null references tenants,
  external_number text not null check (length(external_number) between 1 and 80),
  external_key text generated always as (order_key(external_number)) stored,
  product_id text not null,
  product_external_id text not null, -- as the feed named it
  contract_on date not null,
  source text not null,
  seen_at timestamptz not null, -- last
  primary key (tenant, external_number),
  foreign key (tenant, product_id) references products
);
create index unmatched_orders_by_key on unmatched_orders (tenant, external_key);
create index unmatched_orders_by_product on unmatched_orders (tenant, product_id, contract_on);
create index unmatched_orders_by_age on unmatched_orders (tenant, seen_at);
call tenant_only('unmatched_orders');
grant select, insert, delete, update (product_id, product_external_id, contract_on, source, seen_at) on unmatched_orders to zuspruch_app;

-- An order by the provider's number however it is spelled: a column, as row security keeps a function out of an index.
alter table orders add column external_key text generated always as (order_key(external_number)) stored;
create index orders_by_external_key on orders (tenant, external_key) where external_key is not null;
