-- The last day of a code, where its shop has told one.
alter table vouchers add column expires_on date;
drop index vouchers_free;
create index vouchers_free on vouchers (tenant, option_id, cents, expires_on) where reward_id is null;
-- Every pool, by skipping through it, and what was taken lately.
create index vouchers_by_pool on vouchers (tenant, option_id, cents, taken_at);

-- Pools that are running low; a row until they are filled, so that each is told once.
create table voucher_alarms (
  tenant text not null references tenants,
  option_id text not null,
  cents bigint not null,
  told_at timestamptz not null,
  primary key (tenant, option_id, cents)
);
call tenant_only('voucher_alarms');
grant select, insert, delete on voucher_alarms to zuspruch_app;

do $$ begin
  execute replace(pg_get_functiondef('delete_draft_tenant(text)'::regprocedure), '''operator_notices'', ', '''operator_notices'', ''voucher_alarms'', ');
end $$;
