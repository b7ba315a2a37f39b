import pg from 'pg'
import { fillReferrals, inOrder, number, referralsPerAccount, uuid } from './fill-referrals.ts'

/** The database of the issue: a million referrals with what belongs to them. */
export const agedReferrals = 1_000_000

/**
 * Tenant `standard` after three years, with nothing due today, in the shares of the issue: to each million of referrals three million
 * clicks, 200,000 accounts, 260,000 orders, 480,000 rewards; and mails, sessions, hits, postings and audit rows beside them.
 */
export async function fillAged(ownerUrl: string, referrals = agedReferrals): Promise<void> {
  await fillReferrals(ownerUrl, referrals)
  const accounts = Math.ceil(referrals / referralsPerAccount)
  const part = (share: number) => Math.floor(referrals * share)
  const series = (share: number) => `generate_series(0, ${part(share) - 1}) as i`
  const all = `generate_series(0, ${referrals - 1}) as i`
  const k = `(i / ${accounts})`
  const ago = (i: string) => `now() - make_interval(mins => (${i} * 7919::bigint % 1500000)::int)`
  const account = uuid('account', `(i % ${accounts})`)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off; select set_tenant('standard')`,
    )
    for (const statement of [
      `insert into accounts (tenant, account_id, email, first_name, last_name, language, confirmed_at, referrer_hash, created_at)
        select 'standard', ${uuid('quiet', 'i')}, 'still' || i || '@bench.example', 'Stilla', 'Still', 'de', now(), md5('quiet' || i), ${ago('i')}
        from ${series(0.15)}`,
      `insert into clicks (tenant, referral_number, channel, source, at)
        select 'standard', ${number('referral', 'i')}, 'wa', 'bench', ${inOrder(referrals)} from ${all}, generate_series(1, 2)`,
      `insert into orders (tenant, number, external_number, referral_number, recipient_number, product_id, contract_on, state, source,
          channel, reported_at, confirmed_at, releasable_on)
        select 'standard', ${number('order', 'i')}, 'BENCH-' || i, ${number('referral', 'i')}, ${number('recipient', 'i')}, '101',
          current_date - 3, 'confirmed', 'bench', 'wa', ${ago('i')}, ${ago('i')}, current_date + 10 + i % 20
        from ${all} where ${k} between 1 and 3`,
      `insert into orders (tenant, number, external_number, referral_number, recipient_number, product_id, contract_on, state, source,
          channel, reported_at, confirmed_at, releasable_on, released_at)
        select 'standard', ${number('second order', 'i')}, 'BENCH-2-' || i, ${number('referral', 'i')}, ${number('recipient', 'i')}, '102',
          current_date - 400, 'released', 'bench', 'wa', ${ago('i')}, ${ago('i')}, current_date - 380, ${ago('i')}
        from ${series(0.06)}`,
      // Rewards of long ago: paid in the most cases; the others wait for their person, or for a day that is to come.
      `insert into rewards (tenant, reward_id, beneficiary, account_id, cents, rule, state, review, created_at, taken_as, provided_at,
          expires_on, collected_at, due_on, paid_at, cancelled_at, provisions)
        select 'standard', ${uuid('old reward', 'i')}, 'referrer', ${account}, 1000 * (1 + i % 9), '{}', state, 'none', at,
          case when state in ('collected', 'paid') then 'cash' end, at,
          case when state in ('provided', 'collected', 'paid') then current_date + 60 + i % 30 end,
          case when state in ('collected', 'paid') then at end,
          case when state in ('collected', 'paid') then current_date + 5 + i % 9 end, case when state = 'paid' then at end,
          case when state = 'cancelled' then at end, 1
        from (select i, ${ago('i')} as at, (array['provided', 'collected', 'paid', 'paid', 'paid', 'paid', 'paid', 'cancelled',
          'expired'])[1 + i % 9] as state from ${series(0.43)}) made`,
      `insert into ledger_postings (tenant, reward_id, event, event_key, account, cents, at)
        select tenant, reward_id, event, event, account, sign * cents, created_at
        from rewards, (values ('created', 'programme', -1), ('created', 'committed', 1)) as posting (event, account, sign)
        where tenant = 'standard' order by created_at`,
      `insert into mails (tenant, mail_id, dedupe_key, subject_id, template, to_address, locale, data, state, created_at, sent_at)
        select 'standard', gen_random_uuid(), 'bench|' || i, i, 'welcome', 'bulk' || i || '@bench.example', 'de', '{}', 'sent',
          now() - make_interval(mins => i % 40000), now() from ${series(0.3)}`,
      `insert into tokens (tenant, token_id, kind, subject, hash, key_id, created_at, expires_at)
        select 'standard', gen_random_uuid(), 'user-session', ${account}::text, md5('session' || i), 'bench',
          now() - make_interval(mins => i % 10000), now() + interval '3 days' from ${series(0.2)}`,
      `insert into rate_limits (tenant, bucket, window_start, hits)
        select 'standard', 'bench|' || i, now() - make_interval(mins => i % 2000), 1 from ${series(0.2)}`,
      `insert into audit_log (tenant, at, actor_kind, actor_id, action, subject_kind, subject_id, details, number, hash)
        select 'standard', ${ago('i')}, 'system', 'system', 'bench-' || i % 40, 'order', ${number('order', 'i')}, '{}', 1000 + i,
          decode(md5(i::text) || md5(i::text), 'hex') from ${series(0.3)}`,
      'vacuum analyze',
      'checkpoint',
    ])
      await client.query(statement)
  } finally {
    await client.end()
  }
}
