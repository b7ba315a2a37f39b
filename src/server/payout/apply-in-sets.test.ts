import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { makePartnerBench } from '../../../test/helpers/sales-partner.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { followAuditChain } from '../base/audit-chain-store.ts'
import { makeBench } from '../reward/reward.test-helper.ts'
import { applyBankFile } from './apply-status.ts'
import { applyWord } from './apply-word.ts'
import { takeFileBack } from './cancel-file.ts'
import { confirmBatch } from './confirm-batch.ts'
import { showBatch } from './list-batches.ts'
import type { OwnAmong } from './own-payment.ts'
import {
  batchNotice,
  camt,
  ibans,
  layeredReport,
  makeFixtures,
  of,
  operator,
} from './payout.test-helper.ts'
import { payDue } from './play-both.ts'
import { listPayoutsOf } from './store.ts'

// Many words of the bank at once do what each of them does alone.

// It has no partners of its own.
const code = 'bgv'
let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
let kept: TestDatabase
let batch: { batchId: string; messageId: string; totalCents: number; transfers: number }
/** EndToEndIds by what they are. */
let ids: Record<string, string>
let own: Set<string>

const actor = { ...operator, id: 'bank-clerk' }
const ownAmong: OwnAmong = async (_, payees) =>
  new Set(payees.filter(({ reward_id: id }) => own.has(id ?? '')))
const apply = (file: Uint8Array | string, options: { returnsWait?: boolean } = {}, by = actor) =>
  applyBankFile(server.deps, code, of(code, Buffer.from(file)), by, { ownAmong, ...options })
const report = (...of: (readonly [id: string, status: 'ACSC' | 'ACCP' | 'RJCT'])[]) =>
  layeredReport(batch.messageId, {}, { payments: of.map(([id, status]) => ({ id, status })) })
const amounts = new Map<string, number>()
const line = (id: string, at: number, day = server.clock.today().toString()) =>
  `<Ntry><Amt Ccy="EUR">${(amounts.get(id)! / 100).toFixed(2)}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
  <BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>S-${at}</AcctSvcrRef>
  <NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`

beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server, code)
  const bench = await makeBench(server, code)
  const partners = await makePartnerBench(server, code)
  await partners.release(await partners.order())
  server.clock.set('2026-12-01T11:00:00Z')
  await partners.write()
  const rewards: Record<string, string> = {
    german: await fixtures.collected(5100),
    english: await fixtures.collected(5200, ibans.second, 'en'),
    third: await fixtures.collected(5300),
    claimed: await fixtures.collected(5400),
    waiting: await fixtures.collected(5500),
    own: await fixtures.collected(5600),
    paid: await fixtures.collected(5700),
    rejected: await fixtures.collected(5800),
    twice: await fixtures.collected(5900),
  }
  for (const [name, share] of [
    ['recipient', 0],
    ['referrer', 100],
  ] as const) {
    const made = await bench.makeReward({ share })
    rewards[name] = made.rewards[0]!.reward_id
    await fixtures.collect(rewards[name])
  }
  own = new Set([rewards['own']!])
  const sent = (await payDue(server.deps, code, operator))!
  const { batch: stored } = await showBatch(server.deps, code, sent.batchId)
  batch = { ...sent, messageId: stored.message_id }
  const payments = await fixtures.inTenant((tx) =>
    tx.selectFrom('payouts').selectAll().where('tenant', '=', code).execute(),
  )
  for (const { end_to_end_id: id, cents } of payments) amounts.set(id, cents)
  const idOf = (reward: string | null) =>
    payments.find(({ reward_id: id }) => id === reward)!.end_to_end_id
  ids = Object.fromEntries(Object.entries(rewards).map(([name, id]) => [name, idOf(id)]))
  ids['partner'] = idOf(null)
  server.clock.advance('P4D')
  await fixtures.inTenant(async (tx) => {
    const at = server.clock.now().toString()
    await sql`update rewards set claimed_back_at = ${at} where tenant = ${code} and reward_id = ${rewards['claimed']}`.execute(
      tx,
    )
    await sql`
      insert into payee_checks (tenant, payout_id, result, bank_spells, checked_at)
      select ${code}, payout_id, 'close', 'Mira Groessenwahn', ${at} from payouts where tenant = ${code}`.execute(
      tx,
    )
  })
  await apply(report([ids['paid']!, 'ACSC'], [ids['rejected']!, 'RJCT']))
  await apply(report([ids['waiting']!, 'RJCT']), { returnsWait: true }, operator)
  kept = await createTestDatabase(server.database)
}, 120_000)
afterEach(async () => {
  await fixtures.booksAreRight()
})
afterAll(async () => {
  await server.stop()
  await kept.drop()
})

async function anew(): Promise<void> {
  await server.database.restore(kept)
  // The process keys its memory of a database by this object.
  server.deps.db = { ...server.deps.db }
}

/** Ids that are made anew each time, and what says in which order things were written. */
const made = new Set(
  'mail_id token_id hash audit_id number outbox_id payload line_id file_hash posting_id version request_id digest line_key words_encrypted statements'.split(
    ' ',
  ),
)

/** All that words write, by table. */
async function rows(): Promise<Record<string, string[]>> {
  const tables = {
    rewards: sql`true`,
    payouts: sql`true`,
    ledger_postings: sql`true`,
    partner_note_postings: sql`true`,
    partner_notes: sql`true`,
    mails: sql`true`,
    tokens: sql`true`,
    outbox: sql`true`,
    clawbacks: sql`true`,
    referrals: sql`true`,
    report_rows: sql`true`,
    payee_checks: sql`true`,
    bank_lines: sql`true`,
    bank_line_payouts: sql`true`,
    audit_log: sql`action not in ('bank-file-applied', 'payout-confirmed')`,
  }
  return fixtures.inTenant(async (tx) => {
    const tokens = await tx.selectFrom('tokens').selectAll().where('tenant', '=', code).execute()
    const subjects = new Map(tokens.map((token) => [token.token_id, token.subject]))
    const all: Record<string, string[]> = {}
    for (const [table, which] of Object.entries(tables)) {
      const { rows } = await sql<{ row: Record<string, unknown> }>`
        select to_jsonb(t) as row from ${sql.table(table)} t where tenant = ${code} and ${which}`.execute(
        tx,
      )
      all[table] = rows
        .map(({ row }) => {
          const same = Object.entries(row).filter(
            ([name]) => !made.has(name) && `${table}.${name}` !== 'outbox.created_at',
          )
          // A link in a mail: whose it is.
          return JSON.stringify(same).replaceAll(
            /"id":"([^"]{36})"/g,
            (_, id: string) => `"of":"${subjects.get(id)}"`,
          )
        })
        .toSorted()
    }
    return all
  })
}

type Report = Record<string, unknown>
/** Numbers added up, lists put together. */
const addUp = (reports: readonly object[]): Report => {
  const sum: Report = {}
  for (const report of reports)
    for (const [name, value] of Object.entries(report)) {
      if (typeof value === 'number') sum[name] = ((sum[name] as number) ?? 0) + value
      else if (Array.isArray(value))
        sum[name] = [...((sum[name] as unknown[]) ?? []), ...value].toSorted((a, b) =>
          JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
        )
    }
  return sum
}

const named = () => Object.values(ids)

/** Two people said so. Of some the payees are known, one account is deleted, one address corrected. @returns what is taken back */
const neverSent = () =>
  fixtures.inTenant(async (tx) => {
    const at = server.clock.now().toString()
    const all = await listPayoutsOf(tx, code, batch.batchId)
    const of = (name: string) => all.find(({ end_to_end_id: id }) => id === ids[name])!
    const known = ['german', 'english', 'third', 'claimed', 'own', 'recipient', 'referrer']
    const payoutIds = known.map((name) => of(name).payout_id)
    await sql`
      update payout_batches set cancel_by = 'one', cancel_at = ${at}, cancel_reason = 'x', cancelled_at = ${at}, cancelled_by = 'other'
      where tenant = ${code}`.execute(tx)
    await sql`
      update payee_checks set result = 'match', bank_spells = null where tenant = ${code} and payout_id = any (${payoutIds}::uuid[])`.execute(
      tx,
    )
    await sql`delete from reward_bank_data where tenant = ${code} and reward_id = ${of('english').reward_id}`.execute(
      tx,
    )
    await sql`
      update accounts set email_corrected_at = ${at} from rewards
      where accounts.tenant = ${code} and rewards.tenant = ${code} and reward_id = ${of('third').reward_id}
        and accounts.account_id = rewards.account_id`.execute(tx)
    return all.filter(({ state }) => state === 'in-transit')
  })
const ways: Record<string, { together: () => Promise<object>; alone: () => Promise<object[]> }> = {
  'a status report': {
    together: () =>
      apply(report([ids['twice']!, 'ACCP'], ...named().map((id) => [id, 'ACSC'] as const))),
    async alone() {
      const reports = [await apply(report([ids['twice']!, 'ACCP']))]
      for (const id of named()) reports.push(await apply(report([id, 'ACSC'])))
      return reports
    },
  },
  'a report of acceptance': {
    together: () => apply(report(...named().map((id) => [id, 'ACCP'] as const))),
    async alone() {
      const reports = []
      for (const id of named()) reports.push(await apply(report([id, 'ACCP'])))
      return reports
    },
  },
  'a report that a person handed in': {
    together: () =>
      apply(report(...named().map((id) => [id, 'ACSC'] as const)), { returnsWait: true }),
    async alone() {
      const reports = []
      for (const id of named())
        reports.push(await apply(report([id, 'ACSC']), { returnsWait: true }))
      return reports
    },
  },
  'the lines of a statement': {
    together: () =>
      apply(
        camt(
          named()
            .map((id, at) => line(id, at))
            .join(''),
        ),
      ),
    async alone() {
      const reports = []
      for (const [at, id] of named().entries()) reports.push(await apply(camt(line(id, at))))
      return reports
    },
  },
  'a statement after a report, of the day before,': {
    async together() {
      await apply(report(...named().map((id) => [id, 'ACSC'] as const)))
      return apply(
        camt(
          named()
            .map((id, at) => line(id, at, '2026-12-04'))
            .join(''),
        ),
      )
    },
    async alone() {
      for (const id of named()) await apply(report([id, 'ACSC']))
      const reports = []
      for (const [at, id] of named().entries())
        reports.push(await apply(camt(line(id, at, '2026-12-04'))))
      return reports
    },
  },
  'a file that never went to the bank': {
    async together() {
      await neverSent()
      await takeFileBack(server.deps, code, batch.batchId)
      return {}
    },
    async alone() {
      const tenant = await server.deps.tenants.get(code)
      for (const payout of await neverSent())
        await fixtures.inTenant((tx) =>
          applyWord(
            tx,
            server.deps,
            tenant,
            { payout, says: 'rejected', bankStatus: 'not-sent', reasonCodes: ['not-sent'] },
            system,
          ),
        )
      return []
    },
  },
  'a person’s confirmation': {
    together: () => confirmBatch(server.deps, code, batch.batchId, actor, ownAmong),
    async alone() {
      const reports = []
      for (const id of named())
        reports.push(await confirmBatch(server.deps, code, id, actor, ownAmong))
      return reports
    },
  },
}

test.each(Object.keys(ways))(
  '%s writes of many payments what it writes of each alone',
  async (way) => {
    await anew()
    const before = await rows()
    const told = addUp(await ways[way]!.alone())
    const alone = await rows()
    await anew()
    expect(await rows()).toEqual(before)
    expect(addUp([await ways[way]!.together()])).toEqual(told)
    const together = await rows()
    expect(together).toEqual(alone)
    expect(together).not.toEqual(before)
    const chain = await fixtures.inTenant((tx) => followAuditChain(tx, code))
    expect(chain.problems).toEqual([])
    // Once more, and nothing changes.
    await ways[way]!.together()
    expect(await rows()).toEqual(together)
  },
)

test('one sum for a whole file settles what each of its payments settles alone', async () => {
  await anew()
  // What was rejected is in no sum that was booked.
  const cents = batch.totalCents - amounts.get(ids['rejected']!)!
  const told = await apply(batchNotice(batch.messageId, cents, batch.transfers - 1))
  expect(told).toMatchObject({ settled: 9, alreadyDone: 1, refused: [{ id: ids['own'] }] })
  const left = await fixtures.inTenant((tx) =>
    tx
      .selectFrom('payouts')
      .select('end_to_end_id as id')
      .where('tenant', '=', code)
      .where('state', '<>', 'paid')
      .orderBy('cents')
      .execute(),
  )
  expect(left.map(({ id }) => id)).toEqual([ids['own'], ids['rejected']])
})

test('files that overlap, read at once and in opposite orders, settle each payment once', async () => {
  await anew()
  const some = named().filter((id) => id !== ids['own'] && id !== ids['rejected'])
  const file = (of: string[]) => apply(report(...of.map((id) => [id, 'ACSC'] as const)))
  const reports = await Promise.all([
    file(some),
    file(some.toReversed()),
    file(some.slice(3)),
    apply(
      camt(
        some
          .slice(0, 7)
          .map((id, at) => line(id, at))
          .join(''),
      ),
    ),
    confirmBatch(server.deps, code, batch.batchId, actor, ownAmong),
  ])
  expect(reports.reduce((sum, { settled }) => sum + settled, 0)).toBe(some.length - 1)
  const { mails, jobs, events } = await fixtures.inTenant(async (tx) => ({
    mails: (
      await sql`select from mails where tenant = ${code} and dedupe_key ~ '^(payout-done|partner-paid)'`.execute(
        tx,
      )
    ).rows.length,
    jobs: (
      await sql`select from mails where tenant = ${code} and dedupe_key ~ '^(payout-done|partner-paid)' and exists (
      select from outbox where outbox.tenant = ${code} and payload ->> 'mailId' = mail_id::text)`.execute(
        tx,
      )
    ).rows.length,
    events: (
      await sql`select from ledger_postings where tenant = ${code} and event = 'settled'`.execute(
        tx,
      )
    ).rows.length,
  }))
  // The one that is claimed back is mailed nothing, the partner's is posted elsewhere.
  expect({ mails, jobs, events }).toEqual({
    mails: some.length - 1,
    jobs: some.length - 1,
    events: 2 * (some.length - 1),
  })
})

test('killed in the middle of a set, nothing of it is done, and the file again does all', async () => {
  await anew()
  const before = await rows()
  const file = report(
    ...['german', 'english', 'third', 'recipient'].map((name) => [ids[name]!, 'ACSC'] as const),
  )
  const script = new URL('./apply-file.test-process.ts', import.meta.url).pathname
  await fixtures.inTenant(async (tx) => {
    // What the set writes last but its log: the state of the recipient's referral.
    await sql`select from referrals where tenant = ${code} for update`.execute(tx)
    const at = server.clock.now().toString()
    const reading = fork(script, [server.database.appUrl, at, code, file], { stdio: 'ignore' })
    const end = once(reading, 'exit')
    const waits = async () => {
      await sql`select pg_stat_clear_snapshot()`.execute(tx)
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        tx,
      )
      return rows.length
    }
    await expect.poll(waits, { timeout: 60_000 }).toBe(1)
    reading.kill('SIGKILL')
    await end
  })
  expect(await rows()).toEqual(before)
  expect(await apply(file)).toMatchObject({ settled: 4, refused: [] })
}, 120_000)
