-- Proof of consent is added, or deleted with the person; it never changes.
create table consent_texts (
  tenant text not null references tenants,
  text_hash text not null,
  text text not null,
  primary key (tenant, text_hash)
);
call tenant_only('consent_texts');
-- A text that no consent refers to any more is deleted as well: it may be the caller's own.
grant select, insert, delete on consent_texts to zuspruch_app;

create table consents (
  tenant text not null,
  consent_id uuid not null default uuidv7(),
  subject_kind text not null check (subject_kind in (
    'account', 'referral', 'recipient', 'agency-user', 'sales-partner',
    'visitor')), -- the random id in the consent cookie
  subject_id text not null,
  kind text not null,
  version text not null,
  text_hash text not null,
  given boolean not null,
  at timestamptz not null,
  primary key (tenant, consent_id),
  foreign key (tenant, text_hash) references consent_texts
);
create index consents_by_subject on consents (tenant, subject_kind, subject_id);
create index consents_by_text on consents (tenant, text_hash);
create index consents_of_visitors on consents (tenant, at) where subject_kind = 'visitor';
call tenant_only('consents');
grant select, insert, delete on consents to zuspruch_app;

-- What people agreed to who have been forgotten since (domain.md section 8): no name and no address, only a keyed hash of the address,
-- by which whoever knows the address finds it. The app adds rows and deletes those whose years are over; it reads them by address
-- alone, through prove_consents.
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
  foreign key (tenant, text_hash) references consent_texts
);
create index consent_proofs_by_address on consent_proofs (tenant, address_hash);
create index consent_proofs_to_delete on consent_proofs (tenant, keep_until);
create index consent_proofs_by_text on consent_proofs (tenant, text_hash);
call tenant_only('consent_proofs');
-- The readable columns are what deleting needs, also of texts.
grant insert, delete, select (tenant, proof_id, text_hash, keep_until) on consent_proofs to zuspruch_app;

create function prove_consents(asked text, hashes text[])
returns table (form text, channel text, kind text, version text, words text, at timestamptz, confirmed_at timestamptz,
  confirmed_by text, withdrawn_at timestamptz, keep_until date)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.form, p.channel, p.kind, p.version, t.text, p.at, p.confirmed_at, p.confirmed_by, p.withdrawn_at, p.keep_until
  from consent_proofs p join consent_texts t on t.tenant = asked and t.text_hash = p.text_hash
  where p.tenant = asked and asked = current_setting('app.tenant', true) and p.address_hash = any (hashes)
  order by p.at, p.kind
$$;
revoke execute on function prove_consents from public;
grant execute on function prove_consents to zuspruch_app;
