import { benchAgency } from './fill-reports.ts'

export const busiest = '00000000-0000-4000-8000-00000000b001'
const account = (of: string) => `md5('account' || (${of}))::uuid`
const product = `(select min(product_id) from products where tenant = 'bgv')`

/**
 * What the console's lists hold beside the million recommendations and orders of `fillReports`: half a million rewards in all states,
 * open cases, claims, goodwill, clawbacks, mails and agencies, and one account with 500 events (a hundred recommendations: made, accepted,
 * confirmed, reported, earned).
 */
export const fillConsole = (cases: number) => `
  insert into accounts (tenant, account_id, email, first_name, last_name, language, confirmed_at, referrer_hash, created_at, agency_id)
    values ('bgv', '${busiest}', 'viel@bench.example', 'Vera', 'Vielwerber', 'de', now(), 'hash-viel', now(), '${benchAgency.id}');
  update referrals set account_id = '${busiest}' where tenant = 'bgv' and number < 'R' || lpad('100', 15, '0');
  insert into rewards (tenant, reward_id, order_number, referral_number, beneficiary, account_id, cents, rule, state, review,
      review_reasons, created_at)
    select 'bgv', gen_random_uuid(), orders.number, orders.referral_number, 'referrer', referrals.account_id,
      1000 * (1 + abs(hashtext(orders.number)) % 11), '{"checked":[]}', 'open', 'held',
      case abs(hashtext(orders.number)) % 3 when 0 then '["same-household"]' when 1 then '["existing-customer"]' else '["yearly-limit"]' end::jsonb,
      now() - make_interval(mins => abs(hashtext(orders.number)) % 40000)
    from orders join referrals on referrals.tenant = 'bgv' and referrals.number = orders.referral_number
    where orders.tenant = 'bgv' and orders.referral_number < 'R' || lpad('${cases}', 15, '0');
  insert into review_cases (tenant, reward_id, reasons, cents, opened_at, answer_by, queue_on, changed_at)
    select tenant, reward_id, array(select jsonb_array_elements_text(review_reasons)), cents, created_at,
      (created_at + interval '14 days')::date, (created_at + interval '14 days')::date, created_at
    from rewards where tenant = 'bgv' and review = 'held';
  insert into rewards (tenant, reward_id, order_number, referral_number, beneficiary, account_id, cents, rule, state, review, created_at,
      taken_as, provided_at, expires_on, collected_at, due_on, paid_at, cancelled_at, claimed_back_at)
    select 'bgv', gen_random_uuid(), number, referral_number, 'referrer', account_id, cents, '{"checked":[]}', state, 'none', at,
      case when state in ('collected', 'paid') then 'cash' end, case when state in ('provided', 'collected', 'paid') then at end,
      case when state in ('provided', 'collected', 'paid') then at::date + 90 end,
      case when state in ('collected', 'paid') then at end, case when state in ('collected', 'paid') then at::date + 14 end,
      case when state = 'paid' then at end, case when state = 'cancelled' then at end, case when state = 'paid' and place % 40 = 0 then at end
    from (select orders.number, orders.referral_number, referrals.account_id, 1000 * (1 + place % 11) as cents, place,
        now() - make_interval(mins => place % 1500000) as at,
        (array['open', 'provided', 'collected', 'paid', 'paid', 'paid', 'paid', 'cancelled', 'expired'])[1 + place % 9] as state
      from (select *, abs(hashtext('r' || number)) as place from orders where tenant = 'bgv' and state = 'released') orders
        join referrals on referrals.tenant = 'bgv' and referrals.number = orders.referral_number
      where orders.referral_number >= 'R' || lpad('${cases}', 15, '0')) made;
  insert into clawbacks (tenant, reward_id, cents, left_cents, opened_at)
    select tenant, reward_id, cents, cents, claimed_back_at from rewards where tenant = 'bgv' and claimed_back_at is not null;
  update orders set reward_cents = cents from rewards
    where orders.tenant = 'bgv' and rewards.tenant = 'bgv' and rewards.order_number = orders.number and rewards.review = 'none';
  insert into unmatched_orders (tenant, external_number, product_id, product_external_id, contract_on, source, seen_at)
    select 'bgv', 'U-' || i, ${product}, 'X', current_date - i % 900, 'bench', now() from generate_series(1, 50000) as i;
  insert into claims (tenant, claim_id, claimant_kind, claimant_id, referral_number, product_id, external_number, contract_on, state,
      made_at, answer_by, changed_at, closed_at)
    select 'bgv', gen_random_uuid(), 'account', ${account('i')}::text, 'R' || lpad(i::text, 15, '0'), ${product}, 'K-' || i,
      current_date - i % 90, case when i % 2 = 0 then 'open' else 'withdrawn' end, now() - make_interval(mins => i % 100000),
      current_date - 20 + i % 40, now(), case when i % 2 = 1 then now() end from generate_series(1, ${cases}) as i;
  insert into goodwill_requests (tenant, request_id, account_id, cents, reason, proposed_by, proposed_at, decided_by, decided_at, outcome,
      decision_reason)
    select 'bgv', gen_random_uuid(), ${account('i')}, 1000 + i % 5000, 'Der Fehler lag bei uns', gen_random_uuid(),
      now() - make_interval(mins => i), case when i % 2 = 1 then gen_random_uuid() end, case when i % 2 = 1 then now() end,
      case when i % 2 = 1 then 'granted' end, case when i % 2 = 1 then 'Geprüft' end from generate_series(1, ${cases}) as i;
  insert into mails (tenant, mail_id, dedupe_key, subject_id, template, to_address, locale, data, state, created_at, sent_at)
    select 'bgv', gen_random_uuid(), 'bench|' || i, i, 'template-' || i % 40, 'runa' || i || '@bench.example', 'de', '{}',
      case when i % 1000 = 0 then 'failed' else 'sent' end, now() - make_interval(secs => i * 30), now()
      from generate_series(1, 300000) as i;
  insert into agencies (tenant, agency_id, number, name, email, state, created_at)
    select 'bgv', gen_random_uuid(), 'BENCH-A' || i, 'Agentur ' || md5(i::text), 'agentur' || i || '@bench.example',
      (array['active', 'active', 'active', 'registered', 'inactive'])[1 + i % 5], now() - make_interval(mins => i)
      from generate_series(1, 10000) as i`
