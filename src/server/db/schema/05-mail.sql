create table mails (
  tenant text not null references tenants,
  mail_id uuid not null,
  template text not null,
  to_address text not null,
  locale text not null check (locale in ('de', 'en')),
  data jsonb not null,
  dedupe_key text not null,
  state text not null check (state in ('queued', 'sent', 'failed')),
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (tenant, mail_id),
  unique (tenant, dedupe_key)
);
create index mails_to_blank on mails (tenant, created_at) where to_address <> '';
call tenant_only('mails');
grant select, insert, update on mails to zuspruch_app;
