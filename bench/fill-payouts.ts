import pg from 'pg'
import { maskIban } from '../src/domain/iban.ts'
import { rewardPlace } from '../src/server/reward/check-bank-data.ts'
import { ibanOf } from '../test/long/random.ts'
import type { BenchDatabase } from './bench-database.ts'
import type { makeDeps } from './make-deps.ts'

const idOf = (kind: string, of: string) => `md5('${kind}' || (${of}))::uuid`

/** Due rewards in cash of as many accounts, each as the use cases leave it, with bank data and its postings. */
export async function fillPayouts(
  { ownerUrl }: BenchDatabase,
  { keys }: Pick<ReturnType<typeof makeDeps>, 'keys'>,
  payments: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`set session_replication_role = replica; select set_tenant('standard')`)
  await client.query(`
    insert into accounts (tenant, account_id, email, first_name, last_name, language, confirmed_at, referrer_hash, created_at)
      select 'standard', ${idOf('payee', 'i')}, 'zahlung' || i || '@bench.example', 'Paula', 'Payee' || i, 'de', now(), 'hash-p' || i, now()
      from generate_series(1, ${payments}) as i;
    insert into rewards (tenant, reward_id, beneficiary, account_id, cents, rule, state, review, created_at, taken_as, provided_at,
        collected_at, due_on, provisions)
      select 'standard', ${idOf('due', 'i')}, 'referrer', ${idOf('payee', 'i')}, 500 + i % 900, '{}', 'collected', 'none',
        now() - interval '60 days', 'cash', now() - interval '50 days', now() - interval '40 days', current_date - 10, 1
      from generate_series(1, ${payments}) as i;
    insert into ledger_postings (tenant, reward_id, event, event_key, account, cents, at)
      select 'standard', reward_id, event, event, account, sign * cents, created_at
      from rewards, (values ('created', 'programme', -1), ('created', 'committed', 1), ('provided', 'committed', -1), ('provided', 'payable', 1))
        as posting (event, account, sign)
      where rewards.tenant = 'standard' and taken_as = 'cash' and due_on = current_date - 10`)
  const { rows } = await client.query<{ id: string }>(
    `select ${idOf('due', 'i')}::text as id from generate_series(1, ${payments}) as i`,
  )
  for (let from = 0; from < rows.length; from += 5_000) {
    const some = rows.slice(from, from + 5_000).map(({ id }, at) => {
      const iban = ibanOf(from + at)
      const sealed = keys.encrypt(iban, rewardPlace('standard', id))
      return { id, sealed, mask: maskIban(iban), hash: keys.lookup(iban), end: iban.slice(-4) }
    })
    const of = (name: keyof (typeof some)[number]) => some.map((one) => one[name])
    await client.query(
      `insert into reward_bank_data (tenant, reward_id, holder, iban_encrypted, iban_mask, iban_hash, iban_end, created_at)
       select 'standard', id, 'Paula Größenwahn', sealed, mask, hash, iban_end, now() - interval '40 days'
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) as given (id, sealed, mask, hash, iban_end)`,
      [of('id'), of('sealed'), of('mask'), of('hash'), of('end')],
    )
  }
  await client.query('vacuum analyze')
  await client.end()
}
