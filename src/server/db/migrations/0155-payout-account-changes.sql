-- Another account that a public tenant pays from (776): proposed by one person, approved by another, used seven days later, and until then stopped
-- by anybody who could have done either.
create table payout_account_changes (
  tenant text not null references tenants,
  change_id uuid not null,
  old_account jsonb not null, -- name, iban, bic, as in the tenant's settings
  account jsonb not null,
  state text not null check (state in ('open', 'approved', 'used', 'stopped')),
  proposed_by text not null,
  proposed_at timestamptz not null,
  reason text not null check (length(reason) <= 500),
  approved_by text,
  approved_at timestamptz,
  use_from timestamptz,
  used_at timestamptz,
  used_version integer, -- of the settings that have it since
  stopped_by text,
  stopped_at timestamptz,
  stop_reason text check (length(stop_reason) <= 500),
  version integer not null default 1,
  primary key (tenant, change_id),
  constraint payout_account_changes_by_another check (approved_by <> proposed_by),
  constraint payout_account_changes_approved check
    (num_nulls(approved_by, approved_at, use_from) = 0 or (num_nonnulls(approved_by, approved_at, use_from) = 0 and state in ('open', 'stopped'))),
  constraint payout_account_changes_open check (state <> 'open' or approved_by is null),
  constraint payout_account_changes_notice check (use_from >= approved_at + interval '168 hours'),
  constraint payout_account_changes_used check
    (case when state = 'used' then used_at >= use_from and used_version is not null else num_nonnulls(used_at, used_version) = 0 end),
  constraint payout_account_changes_stopped check
    (num_nonnulls(stopped_by, stopped_at, stop_reason) = case when state = 'stopped' then 3 else 0 end)
);
create unique index payout_account_changes_ongoing on payout_account_changes (tenant) where state in ('open', 'approved');
create index payout_account_changes_by_day on payout_account_changes (tenant, proposed_at, change_id);
call tenant_only('payout_account_changes');
grant select, insert, delete,
  update (state, approved_by, approved_at, use_from, used_at, used_version, stopped_by, stopped_at, stop_reason, version)
  on payout_account_changes to zuspruch_app;

-- Whatever writes a public tenant's settings, its account changes in no other way.
create function keep_payout_account() returns trigger language plpgsql as $$
begin
  if old.published_at is not null
    and old.config -> 'payoutAccount' is distinct from new.config -> 'payoutAccount'
    and not exists (
      select from payout_account_changes
      where tenant = new.tenant and state = 'used' and used_version = new.version and account = new.config -> 'payoutAccount')
  then
    raise exception 'the account that a public tenant pays from is changed by two people' using
      errcode = 'check_violation', constraint = 'payout_account_kept';
  end if;
  return new;
end $$;
create trigger tenants_keep_payout_account before update of config on tenants
  for each row execute function keep_payout_account();
