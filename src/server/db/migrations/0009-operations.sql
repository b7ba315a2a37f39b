-- The console's list of mails.
create index mails_by_time on mails (tenant, created_at desc, mail_id desc);
create index mails_by_template on mails (tenant, template, created_at desc, mail_id desc);
create index mails_not_sent on mails (tenant, created_at) where state <> 'sent';
create index mails_sent_lately on mails (tenant, sent_at) where sent_at is not null;

-- What the tenant's operators were told last, so that it is told once however many processes look.
create table operator_notices (
  tenant text not null references tenants,
  kind text not null check (kind in ('daily', 'dead-jobs', 'late-payout')),
  told_at timestamptz not null, -- real time
  until timestamptz not null, -- what happened up to then is told
  primary key (tenant, kind)
);
call tenant_only('operator_notices');
grant select, insert, update (told_at, until) on operator_notices to zuspruch_app;
