create table referrals (
  tenant text not null,
  number text not null,
  code text not null,
  account_id uuid not null,
  owned_at timestamptz,
  first_name text not null,
  company_name text check (length(company_name) between 1 and 120), -- whoever recommends for a company
  product_id text not null,
  agent_id text,
  agency_id uuid, -- as when it was made: reports and invoices go by it
  agency_user_id uuid,
  channel text not null,
  campaign text check (length(campaign) between 1 and 80),
  is_link boolean not null default false,
  share smallint not null check (share between 0 and 100),
  -- Promised is paid: plan and cents as when it was made. The agency's bonus plan, if one was in force, counts for every product:
  -- { planId, name, fixedCents, stages, periodMonths }.
  plan text not null,
  commission_cents bigint not null check (commission_cents >= 0),
  agency_plan jsonb,
  terms_version text not null,
  state text not null check (state in ('open', 'accepted', 'released', 'paid', 'expired', 'cancelled')),
  accepted_go_on boolean not null default false, -- its referrer left: nobody new may accept it, and who accepted before goes on
  created_at timestamptz not null,
  created_on date not null,
  valid_until date not null,
  cancelled_at timestamptz,
  reminded_on date, -- the next reminder is due when a later reminder day has come
  -- Made without log-in, it is nobody's until the mailed link is used; its contact's share is provided anyway after a while (domain.md
  -- section 4). Whether the contact shares its creator's network is found out when they accept: the hash is keyed, different for every
  -- referral, and kept until it is owned or takes no more contacts. Null: unknown.
  network_hash text,
  -- Its creator is mailed three times at most: with the first contract, a week later, and once the share has an amount.
  claim_asks smallint not null default 0 check (claim_asks between 0 and 2), -- mails since the newest contract
  claim_asked_on date, -- the newest of them
  claim_released_on date, -- the third
  primary key (tenant, number),
  unique (tenant, code),
  foreign key (tenant, account_id) references accounts,
  foreign key (tenant, product_id) references products,
  foreign key (tenant, agency_id) references agencies,
  foreign key (tenant, agency_user_id) references agency_users,
  check (agency_plan is null or agency_id is not null and plan = agency_plan ->> 'name'
    and commission_cents = (agency_plan ->> 'fixedCents')::bigint)
);
create index referrals_by_account on referrals (tenant, account_id, created_at desc);
create index referrals_to_expire on referrals (tenant, valid_until) where state = 'open';
create index referrals_by_agency on referrals (tenant, agency_id, created_at desc) where agency_id is not null;
create index referrals_by_agency_day on referrals (tenant, agency_id, created_on) include (number, agency_user_id)
  where agency_id is not null;
create index referrals_with_network on referrals (tenant, valid_until) where network_hash is not null;
create index referrals_asked_to_claim on referrals (tenant, claim_asked_on) where claim_asks = 1 and owned_at is null;
call tenant_only('referrals');
-- A statement without its condition deletes no referral that belongs to somebody.
create policy only_unowned on referrals as restrictive for delete using (owned_at is null);
grant select, insert, delete,
  update (owned_at, first_name, company_name, agent_id, agency_id, agency_user_id, channel, campaign, is_link, state, accepted_go_on,
    valid_until, cancelled_at, reminded_on, network_hash, claim_asks, claim_asked_on, claim_released_on)
  on referrals to zuspruch_app;

-- The one change of whose a referral may become: from an account that nobody confirmed to a confirmed one, while nobody owns it.
-- The owner's functions may bypass row security, so they check the tenant themselves.
create function move_unowned_referrals(of_tenant text, from_account uuid, to_account uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update referrals set account_id = to_account
  where tenant = of_tenant and of_tenant = current_setting('app.tenant', true)
    and account_id = from_account and owned_at is null
    and exists (select from accounts
      where accounts.tenant = of_tenant and accounts.account_id = from_account and accounts.confirmed_at is null)
    and exists (select from accounts
      where accounts.tenant = of_tenant and accounts.account_id = to_account and accounts.confirmed_at is not null
        and accounts.deleted_at is null);
end $$;
revoke execute on function move_unowned_referrals from public;
grant execute on function move_unowned_referrals to zuspruch_app;

-- Numbers and codes of referrals deleted with an unconfirmed account: whoever still has the link or the card is told that it is over.
create table ended_referrals (
  tenant text not null references tenants,
  number text collate "C" not null,
  code text collate "C" not null,
  primary key (tenant, number)
);
create index ended_referrals_by_code on ended_referrals (tenant, code);
call tenant_only('ended_referrals');
grant select, insert on ended_referrals to zuspruch_app;

create table clicks (
  tenant text not null,
  click_id uuid not null default uuidv7(),
  referral_number text not null,
  recipient_number text,
  channel text not null,
  campaign text, -- without a check, so that counting a click stays a bare insert
  source text not null,
  at timestamptz not null,
  primary key (tenant, click_id),
  foreign key (tenant, referral_number) references referrals on delete cascade
);
create index clicks_by_referral on clicks (tenant, referral_number);
call tenant_only('clicks');
-- Deleted by the cascade alone, which runs with the owner's rights.
grant select, insert on clicks to zuspruch_app;

create table recipients (
  tenant text not null,
  number text not null,
  referral_number text not null,
  state text not null check (state in ('accepted', 'confirmed', 'withdrawn')),
  salutation text not null,
  first_name text not null,
  last_name text not null,
  email text not null check (length(email) <= 254),
  -- As mailboxOf() of domain/email.ts: addresses that differ in a +tag, or in dots at one provider, are one person where a cap counts people.
  mailbox text not null generated always as (
    case when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com')
      then replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') || '@gmail.com'
      else split_part(split_part(email, '@', 1), '+', 1) || '@' || split_part(email, '@', 2)
    end) stored,
  birth_date date,
  phone text,
  street text,
  house_number text,
  zip text,
  city text,
  advertising boolean not null default false,
  language text not null check (language in ('de', 'en')),
  channel text not null,
  campaign text check (length(campaign) between 1 and 80),
  -- Whoever fills in the form twice is one recipient in the end: the number that the shop and the provider keep leads to that one.
  merged_into text,
  same_network boolean, -- as the referral's creator; null: unknown
  created_at timestamptz not null,
  created_on date not null,
  confirmed_at timestamptz,
  consented_at timestamptz,
  delete_on date not null,
  erase_asked_at timestamptz, -- deleted once no contract or reward is open
  -- A forgotten recipient's mailbox as a keyed hash, where a rule counts per person, until that day at the latest.
  person_hash text,
  person_until date,
  primary key (tenant, number),
  foreign key (tenant, referral_number) references referrals,
  foreign key (tenant, merged_into) references recipients,
  constraint recipients_person check (
    (person_hash is null) = (person_until is null) and (person_hash is null or state = 'withdrawn'))
);
create index recipients_by_referral on recipients (tenant, referral_number);
create index recipients_by_email on recipients (tenant, email);
create index recipients_by_mailbox on recipients (tenant, mailbox);
create index recipients_by_merged_into on recipients (tenant, merged_into) where merged_into is not null;
create index recipients_by_person on recipients (tenant, person_hash) where person_hash is not null;
create unique index recipients_confirmed_once on recipients (tenant, referral_number, email) where state = 'confirmed';
create index recipients_to_delete on recipients (tenant, delete_on) where state = 'accepted';
create index recipients_withdrawn on recipients (tenant, delete_on) where state = 'withdrawn';
create index recipients_to_erase on recipients (tenant, erase_asked_at) where erase_asked_at is not null;
create index recipients_person_until on recipients (tenant, person_until) where person_hash is not null;
call tenant_only('recipients');
grant select, insert, update, delete on recipients to zuspruch_app;
