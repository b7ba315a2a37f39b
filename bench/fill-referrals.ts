import pg from 'pg'

export const referralsPerAccount = 20

// Repeatable pseudo-random numbers: hex digits are part of the number alphabet, and an odd factor permutes 32 bits.
export const number = (kind: string, i: string) => `upper(substr(md5('${kind}' || ${i}), 1, 16))`
const code = (i: string) =>
  `regexp_replace(upper(lpad(to_hex((${i}::bigint * 2654435761) % 4294967296), 8, '0')), '^(....)', '\\1-')`
export const uuid = (kind: string, i: string) => `md5('${kind}' || ${i})::uuid`

/** When the i-th of so many came, one after another over six weeks. */
export const inOrder = (many: number) =>
  `now() - make_interval(mins => 60000 - (i::bigint * 60000 / ${many})::int)`

/**
 * Fills tenant `standard` with referrals, in bulk: each account owns 20, spread over the table; each was clicked once; four of the 20 have
 * a recipient, one an order and a reward. Shares are equal in every size. Foreign keys go unchecked: the sets fit by construction.
 */
export async function fillReferrals(ownerUrl: string, referrals: number): Promise<void> {
  const accounts = Math.ceil(referrals / referralsPerAccount)
  const series = `generate_series(0, ${referrals - 1}) as i`
  const k = `(i / ${accounts})` // index within its account
  const createdAt = inOrder(referrals)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query(`
      insert into accounts (tenant, account_id, email, first_name, last_name, language, confirmed_at, referrer_hash, created_at)
      select 'standard', ${uuid('account', 'i')}, 'bulk' || i || '@bench.example', 'Mara', 'Messwert', 'de', now(), md5('hash' || i), now()
      from generate_series(0, ${accounts - 1}) as i`)
    await client.query(`
      insert into referrals (tenant, number, code, account_id, owned_at, first_name, product_id, plan, commission_cents,
        channel, share, terms_version, state, created_at, created_on, valid_until)
      select 'standard', ${number('referral', 'i')}, ${code('i')}, ${uuid('account', `(i % ${accounts})`)}, ${createdAt}, 'Mara',
        '101', 'bench', 5000, 'wa', 50, 'bench', case when ${k} = 0 then 'released' when ${k} < 4 then 'accepted' else 'open' end,
        ${createdAt}, (${createdAt})::date, (${createdAt})::date + 60
      from ${series}`)
    await client.query(`
      insert into clicks (tenant, referral_number, channel, source, at)
      select 'standard', ${number('referral', 'i')}, 'wa', 'bench', ${createdAt} from ${series}`)
    await client.query(`
      insert into recipients (tenant, number, referral_number, state, salutation, first_name, last_name, email, language,
        channel, created_at, created_on, confirmed_at, consented_at, delete_on)
      select 'standard', ${number('recipient', 'i')}, ${number('referral', 'i')}, 'confirmed', 'Frau', 'Runa', 'Rundweg',
        'runa' || i || '@bench.example', 'de', 'wa', ${createdAt}, (${createdAt})::date, ${createdAt}, ${createdAt}, (${createdAt})::date + 84
      from ${series} where ${k} < 4`)
    await client.query(`
      insert into orders (tenant, number, external_number, referral_number, recipient_number, product_id, contract_on, state,
        source, channel, reported_at, confirmed_at, releasable_on, released_at)
      select 'standard', ${number('order', 'i')}, 'BENCH-' || i, ${number('referral', 'i')}, ${number('recipient', 'i')}, '101',
        current_date - 30, 'released', 'bench', 'wa', now(), now(), current_date - 16, now()
      from ${series} where ${k} = 0`)
    await client.query(`
      insert into rewards (tenant, reward_id, order_number, referral_number, beneficiary, account_id, cents, rule, state,
        created_at, provided_at, expires_on)
      select 'standard', ${uuid('reward', 'i')}, ${number('order', 'i')}, ${number('referral', 'i')}, 'referrer',
        ${uuid('account', `(i % ${accounts})`)}, 2500, '{}', 'provided', now(), now(), current_date + 365
      from ${series} where ${k} = 0`)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
