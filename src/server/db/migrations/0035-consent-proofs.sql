-- Proof of what somebody agreed to who has been forgotten since (domain.md section 8): no name and no address, a keyed hash of the address
-- alone, by which whoever is told the address finds it. The app adds rows and lets those go whose years are over; it reads them by
-- address, through prove_consents.
create table consent_proofs (
  tenant text not null references tenants,
  proof_id uuid not null default uuidv7(),
  address_hash text not null,
  form text not null,
  channel text,
  kind text not null,
  version text not null,
  text_hash text not null,
  at timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by text check (confirmed_by in ('mailed-link', 'session', 'contract')),
  withdrawn_at timestamptz not null,
  keep_until date not null,
  primary key (tenant, proof_id),
  foreign key (tenant, text_hash) references consent_texts (tenant, text_hash)
);
create index consent_proofs_by_address on consent_proofs (tenant, address_hash);
create index consent_proofs_to_delete on consent_proofs (tenant, keep_until);
create index consent_proofs_by_text on consent_proofs (tenant, text_hash);
alter table consent_proofs enable row level security;
alter table consent_proofs force row level security;
create policy tenant_only on consent_proofs using (tenant = current_setting('app.tenant', true))
  with check (tenant = current_setting('app.tenant', true));
grant insert, delete on consent_proofs to zuspruch_app;
-- What letting go needs, and whether a text is still said.
grant select (tenant, proof_id, text_hash, keep_until) on consent_proofs to zuspruch_app;

create function prove_consents(asked text, hashes text[])
returns table (form text, channel text, kind text, version text, words text, at timestamptz, confirmed_at timestamptz,
  confirmed_by text, withdrawn_at timestamptz, keep_until date)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.form, p.channel, p.kind, p.version, t.text, p.at, p.confirmed_at, p.confirmed_by, p.withdrawn_at, p.keep_until
  from consent_proofs p join consent_texts t on t.tenant = asked and t.text_hash = p.text_hash
  where p.tenant = asked and asked = current_setting('app.tenant', true) and p.address_hash = any (hashes)
  order by p.at, p.kind
$$;
revoke all on function prove_consents(text, text[]) from public;
grant execute on function prove_consents(text, text[]) to zuspruch_app;
