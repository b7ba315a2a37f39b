import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeActors } from '../../../test/helpers/actors.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { uuidv7 } from '../base/uuid.ts'
import { payDue } from '../payout/play-both.ts'
import { makeFixtures, operator } from '../payout/payout.test-helper.ts'
import { withTenant } from './connection.ts'

// What may exist once is kept by the database as well, whatever the code in front of it checks and locks. Each case copies a
// row that is there under a new primary key.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await makeActors(server)
  await makeFixtures(server).collected()
  await payDue(server.deps, 'standard', operator)
})
afterAll(() => server.stop())

type Case = {
  what: string
  table: string
  where?: string
  fresh: Record<string, unknown>
  key: string
}
const cases: Case[] = [
  {
    what: 'a reward of one side of an order',
    table: 'rewards',
    where: 'order_number is not null',
    fresh: { reward_id: uuidv7() },
    key: 'rewards_tenant_order_number_beneficiary_key',
  },
  {
    what: 'a living payout of a reward',
    table: 'payouts',
    where: 'reward_id is not null',
    fresh: { payout_id: uuidv7(), end_to_end_id: 'E2E' },
    key: 'payouts_alive_once',
  },
  {
    what: 'an end-to-end id',
    table: 'payouts',
    fresh: { payout_id: uuidv7(), state: 'rejected' },
    key: 'payouts_tenant_end_to_end_id_key',
  },
  {
    what: 'a message id',
    table: 'payout_batches',
    fresh: { batch_id: 'other' },
    key: 'payout_batches_tenant_message_id_key',
  },
  {
    what: 'a posting of one event',
    table: 'ledger_postings',
    fresh: { posting_id: uuidv7() },
    key: 'ledger_postings_tenant_reward_id_event_key_account_key',
  },
  {
    what: 'a voucher code',
    table: 'vouchers',
    fresh: { voucher_id: uuidv7() },
    key: 'vouchers_tenant_code_hash_key',
  },
  {
    what: 'an order number of the provider',
    table: 'orders',
    fresh: { number: 'other' },
    key: 'orders_tenant_external_number_key',
  },
  {
    what: 'a confirmed recipient of a referral',
    table: 'recipients',
    where: "state = 'confirmed'",
    fresh: { number: 'other' },
    key: 'recipients_confirmed_once',
  },
  {
    what: 'a referral code',
    table: 'referrals',
    fresh: { number: 'other' },
    key: 'referrals_tenant_code_key',
  },
  {
    what: 'an address of an account',
    table: 'accounts',
    fresh: { account_id: uuidv7(), referrer_hash: 'other' },
    key: 'accounts_tenant_email_key',
  },
  {
    what: 'a token',
    table: 'tokens',
    fresh: { token_id: uuidv7() },
    key: 'tokens_tenant_hash_key',
  },
  {
    what: 'a mail of one occasion',
    table: 'mails',
    fresh: { mail_id: uuidv7() },
    key: 'mails_tenant_dedupe_key_key',
  },
]

test.each(cases)('$what exists once', async ({ table, where, fresh, key }) => {
  const copy = withTenant(server.db, 'standard', async (tx) => {
    // What the database derives itself is not copied.
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(
      tx,
    )
    const columns = rows.map(({ name }) => sql.ref(name))
    const copied = rows.map(({ name }) => sql`(copy.row).${sql.ref(name)}`)
    await sql`insert into ${sql.table(table)} (${sql.join(columns)})
      select ${sql.join(copied)} from (
        select jsonb_populate_record(original, ${JSON.stringify(fresh)}::jsonb) as row from ${sql.table(table)} original
        where tenant = 'standard' and ${sql.raw(where ?? 'true')} limit 1) copy`.execute(tx)
  })
  await expect(copy).rejects.toMatchObject({ code: '23505', constraint: key })
})
