import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { countChecks } from '../reward/payee-check-store.ts'
import { lockRewards } from '../reward/store.ts'
import { applyBankFile } from './apply-status.ts'
import { cancelFile, takeFileBack } from './cancel-file.ts'
import { confirmBatch } from './confirm-batch.ts'
import { checkReport } from './payee-checks.test-helper.ts'
import { groupReport, makeFixtures, operator, ownAccounts } from './payout.test-helper.ts'
import { payDue } from './play-both.ts'
import { tellBank } from './tell-bank.ts'

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
})
afterEach(() => fixtures.booksAreRight())
afterAll(() => server.stop())

const apply = (file: Uint8Array, tenant = 'standard') =>
  applyBankFile(server.deps, tenant, file, operator)
const found = async (batchId: string) => {
  const rows = await fixtures.inTenant((tx) => countChecks(tx, 'standard', [batchId]))
  return Object.fromEntries(rows.map(({ result, count }) => [result, count]))
}
const check = async (rewardId: string) => {
  const [payout] = await fixtures.payouts(rewardId)
  return fixtures.inTenant((tx) =>
    tx
      .selectFrom('payee_checks')
      .select(['result', 'bank_spells'])
      .where('tenant', '=', 'standard')
      .where('payout_id', '=', payout!.payout_id)
      .executeTakeFirst(),
  )
}
const cancel = (batchId: string, by: string) =>
  withTenant(server.deps.db, 'standard', async (tx) =>
    cancelFile(
      tx,
      server.deps,
      await server.deps.tenants.get('standard'),
      { batchId, reason: 'Namen stimmen nicht' },
      { actor: { kind: 'operator', id: by }, aloneReason: null },
    ),
  )
/** As two people cancel it at the bank. */
const cancelled = async (batchId: string) => {
  expect(await cancel(batchId, 'one')).toBe('proposed')
  expect(await cancel(batchId, 'two')).toBe('cancelled')
  await takeFileBack(server.deps, 'standard', batchId)
}
const checked = async (...payments: [cents: number, status: string, name?: string][]) => {
  const file = await fixtures.sent(...payments.map(([cents]) => cents))
  const said = payments.map(([, status, name], at) => ({
    id: file.ids[at]!,
    status,
    ...(name && { name }),
  }))
  const report = checkReport(file.messageId, 'RVCM', said)
  return { ...file, report, said: await apply(report) }
}

test('a check of payees pays and refuses nothing, is kept per payment, and says nothing new at twice', async () => {
  const { rewards, batchId, report, said } = await checked(
    [1100, 'RCVC'],
    [1101, 'RVMC', 'Mira Groessenwahn'],
    [1102, 'RVNM'],
    [1103, 'RVNA'],
  )
  const payees = { match: 1, close: 1, none: 1, impossible: 1 }
  expect(said).toMatchObject({
    kind: 'vop',
    payees,
    settled: 0,
    rejected: 0,
    refused: [],
    unknown: [],
  })
  expect(await found(batchId)).toEqual(payees)
  expect(await check(rewards[1]!)).toEqual({ result: 'close', bank_spells: 'Mira Groessenwahn' })
  expect(await fixtures.states(rewards)).toEqual(
    Array.from({ length: 4 }, () => ['collected', 'in-transit']),
  )
  const before = await fixtures.snapshot()
  expect(await apply(report)).toMatchObject({
    payees: { match: 0, close: 0, none: 0, impossible: 0 },
    alreadyDone: 4,
  })
  expect(await fixtures.snapshot()).toEqual(before)
  expect(await found(batchId)).toEqual(payees)
  const log = await fixtures.inTenant((tx) =>
    tx.selectFrom('audit_log').selectAll().where('tenant', '=', 'standard').execute(),
  )
  expect(log.filter(({ action }) => action === 'payees-checked')).toHaveLength(1)
  expect(JSON.stringify(log)).not.toContain('Groessenwahn')
})

test('payments that a bank leaves out matched, if it says so of the file or counts them', async () => {
  const all = await fixtures.sent(1200, 1201)
  expect(await apply(checkReport(all.messageId, 'RCVC', []))).toMatchObject({
    payees: { match: 2 },
    refused: [],
  })
  const counted = await fixtures.sent(1202, 1203, 1204)
  const odd = [{ id: counted.ids[0]!, status: 'RVNM' }]
  const silent = await apply(checkReport(counted.messageId, 'RVCM', odd))
  expect(silent).toMatchObject({ payees: { match: 0, none: 1 } })
  expect(silent.refused).toEqual([
    { id: counted.messageId, reason: expect.stringContaining('nothing of 2 of 3 payments') },
  ])
  expect(
    await apply(checkReport(counted.messageId, 'RVCM', odd, { RCVC: 2, RVNM: 1 })),
  ).toMatchObject({ payees: { match: 2, none: 0 }, alreadyDone: 1, refused: [] })
  // Numbers that are not its own.
  expect(
    await apply(checkReport(counted.messageId, 'RVCM', odd, { RCVC: 2, RVNM: 4 })),
  ).toMatchObject({ refused: [{ reason: expect.stringContaining('counts 4') }] })
  // A whole that its parts contradict.
  expect(await apply(checkReport(counted.messageId, 'RCVC', odd))).toMatchObject({
    payees: { match: 0, none: 0 },
    refused: [{ reason: expect.stringContaining('RCVC for the whole and RVNM') }],
  })
})

test('a report of both kinds, of another account or of nothing known is refused and says why', async () => {
  const { ids, messageId, batchId } = await fixtures.sent(1300, 1301)
  const [a = '', b = ''] = ids
  const both = [
    { id: a, status: 'RVNM' },
    { id: b, status: 'RJCT' },
  ]
  await expect(apply(checkReport(messageId, null, both))).rejects.toThrow(
    'the report says RVNM, of the check of payees, and RJCT, of the order',
  )
  const debtor = [{ id: a, status: 'RVNM', debtor: ownAccounts.bgv }]
  await expect(apply(checkReport(messageId, null, debtor))).rejects.toThrow(
    'not the account for payouts',
  )
  const match = [{ id: a, status: 'RCVC' }]
  // Of another tenant, and of no file at all.
  expect(await apply(checkReport(messageId, null, match), 'bgv')).toMatchObject({ unknown: [a] })
  expect(await apply(checkReport('PO-NOBODY', 'RCVC', []))).toMatchObject({
    unknown: ['PO-NOBODY'],
  })
  expect(
    await apply(checkReport(messageId, null, [{ id: 'STRANGE', status: 'RVNM' }])),
  ).toMatchObject({
    unknown: ['STRANGE'],
    payees: { none: 0 },
  })
  expect(
    await apply(checkReport(messageId, null, [{ id: a, status: 'RVXX' }, ...match])).catch(
      (error: Error) => error.message,
    ),
  ).toContain('RVXX')
  expect(await found(batchId)).toEqual({})
})

test('after a cancelled order matches are due again, no match is asked for an account, and a close match keeps it', async () => {
  const { rewards, ids, batchId } = await checked(
    [1400, 'RCVC'],
    [1401, 'RVMC', 'Mira Groessenwahn'],
    [1402, 'RVNM'],
    [1403, 'RVNA'],
    [1404, 'RVMC'],
  )
  await cancelled(batchId)
  expect(await fixtures.states(rewards)).toEqual([
    ['collected', 'rejected'],
    ['provided', 'rejected'],
    ['provided', 'rejected'],
    ['collected', 'rejected'],
    ['provided', 'rejected'],
  ])
  const kept = await fixtures.inTenant((tx) =>
    tx
      .selectFrom('reward_bank_data')
      .select(['reward_id', 'bank_spells'])
      .where('tenant', '=', 'standard')
      .where('reward_id', 'in', rewards)
      .orderBy('reward_id')
      .execute(),
  )
  expect(kept).toEqual([
    { reward_id: rewards[0], bank_spells: null },
    { reward_id: rewards[1], bank_spells: 'Mira Groessenwahn' },
    { reward_id: rewards[3], bank_spells: null },
  ])
  // Asked once each, in the way that fits.
  const asked = async (template: string, reward: string) =>
    (await fixtures.mails(template)).filter(({ dedupe_key: key }) => key?.includes(reward)).length
  expect(await asked('holderQuestion', rewards[1]!)).toBe(1)
  expect(await asked('bankDataNeeded', rewards[1]!)).toBe(0)
  for (const reward of [rewards[2]!, rewards[4]!])
    expect(await asked('bankDataNeeded', reward)).toBe(1)
  const told = (await fixtures.mails('bankDataNeeded')).filter(({ dedupe_key: key }) =>
    key?.includes(rewards[2]!),
  )
  expect(told[0]?.data).toMatchObject({ noMatch: 1 })
  // No mail has the bank's spelling, and it is nowhere else.
  expect(JSON.stringify(await fixtures.mails('holderQuestion'))).not.toContain('Groessenwahn')
  expect(await check(rewards[1]!)).toEqual({ result: 'close', bank_spells: null })
  // The next payout has what is due, and nothing of what is asked.
  const next = await payDue(server.deps, 'standard', operator)
  expect(next).toMatchObject({ transfers: 2, totalCents: 2803 })
  await takeFileBack(server.deps, 'standard', batchId)
  // A report of the old file changes nothing any more, and says so.
  const late = await apply(
    checkReport((await messageOf(batchId)) ?? '', 'RVCM', [{ id: ids[0]!, status: 'RVNM' }]),
  )
  expect(late).toMatchObject({ payees: { none: 0 } })
  expect(late.refused).toContainEqual(
    expect.objectContaining({ reason: expect.stringContaining('taken back before') }),
  )
  expect((await fixtures.reward(rewards[0]!)).state).toBe('collected')
})

const messageOf = (batchId: string) =>
  fixtures.inTenant(async (tx) => {
    const row = await tx
      .selectFrom('payout_batches')
      .select('message_id')
      .where('tenant', '=', 'standard')
      .where('batch_id', '=', batchId)
      .executeTakeFirst()
    return row?.message_id
  })

test('a file that was executed in spite of its check is paid, and nothing of the check is left to ask', async () => {
  const { rewards, messageId, said, report } = await checked(
    [1500, 'RVMC', 'M. Groessenwahn'],
    [1501, 'RVNM'],
  )
  expect(said.payees).toMatchObject({ close: 1, none: 1 })
  await apply(groupReport(messageId, 'ACSC'))
  expect(await fixtures.states(rewards)).toEqual([
    ['paid', 'paid'],
    ['paid', 'paid'],
  ])
  expect(await check(rewards[0]!)).toEqual({ result: 'close', bank_spells: null })
  const late = await apply(report)
  expect(late.refused).toEqual([
    { id: messageId, reason: expect.stringContaining('2 of its payments are over') },
  ])
  expect(await check(rewards[0]!)).toEqual({ result: 'close', bank_spells: null })
})

test('an order that the bank reports as cancelled as a whole is due again, and its check counts', async () => {
  await payDue(server.deps, 'standard', operator)
  const { rewards, messageId } = await checked([1600, 'RCVC'], [1601, 'RVNM'])
  const said = await apply(groupReport(messageId, 'CANC', 'CUST'))
  expect(said).toMatchObject({ kind: 'pain.002', rejected: 1, refused: [] })
  expect(said.dueAgain).toHaveLength(1)
  expect(await fixtures.states(rewards)).toEqual([
    ['collected', 'rejected'],
    ['provided', 'rejected'],
  ])
  const before = await fixtures.snapshot()
  expect(await apply(groupReport(messageId, 'CANC', 'CUST'))).toMatchObject({ alreadyDone: 2 })
  expect(await fixtures.snapshot()).toEqual(before)
  await payDue(server.deps, 'standard', operator)
})

test('two people who cancel while a check comes in lose nothing: whoever is second sees the other', async () => {
  const { rewards, ids, batchId, messageId } = await fixtures.sent(1700, 1701)
  await cancel(batchId, 'one')
  const report = checkReport(messageId, 'RVCM', [
    { id: ids[0]!, status: 'RCVC' },
    { id: ids[1]!, status: 'RVNM' },
  ])
  const [, said] = await Promise.all([cancel(batchId, 'two'), apply(report)])
  await takeFileBack(server.deps, 'standard', batchId)
  const wasFirst = !said.refused.some(({ reason }) => reason.includes('taken back before'))
  expect(await fixtures.states(rewards)).toEqual([
    ['collected', 'rejected'],
    [wasFirst ? 'provided' : 'collected', 'rejected'],
  ])
  expect(await found(batchId)).toEqual(wasFirst ? { match: 1, none: 1 } : {})
  await payDue(server.deps, 'standard', operator)
})

test('a file that the bank was told to execute cannot be taken back any more, and whoever had begun to has not', async () => {
  const tell = (batchId: string, by: string) =>
    fixtures.inTenant((tx) =>
      tellBank(tx, server.deps, 'standard', batchId, {
        actor: { kind: 'operator', id: by, reason: 'So sagt es die Leitung' },
        aloneReason: null,
      }),
    )
  const unchecked = await fixtures.sent(1800)
  expect(await tell(unchecked.batchId, 'one')).toBe('over')
  const { rewards, batchId } = await checked([1801, 'RVMC', 'M. Groessenwahn'], [1802, 'RVNM'])
  expect(await cancel(batchId, 'one')).toBe('proposed')
  const both = await Promise.all([tell(batchId, 'two'), cancel(batchId, 'three')])
  expect([
    ['told', 'at-bank'],
    ['over', 'cancelled'],
  ]).toContainEqual(both)
  if (both[0] === 'told') {
    expect(await tell(batchId, 'four')).toBe('over')
    expect(await cancel(batchId, 'four')).toBe('at-bank')
    await takeFileBack(server.deps, 'standard', batchId)
    expect((await fixtures.states(rewards)).map(([, payout]) => payout)).toEqual([
      'in-transit',
      'in-transit',
    ])
  } else await takeFileBack(server.deps, 'standard', batchId)
})

test('a technical acceptance before the check of payees keeps nobody from cancelling the order as a whole, one after it does', async () => {
  const accepted = (messageId: string) => apply(groupReport(messageId, 'ACTC'))
  const report = ({ ids, messageId }: { ids: string[]; messageId: string }) =>
    checkReport(messageId, 'RVCM', [
      { id: ids[0]!, status: 'RCVC' },
      { id: ids[1]!, status: 'RVNM' },
    ])
  const before = await fixtures.sent(1700, 1701)
  expect(await accepted(before.messageId)).toMatchObject({ pending: 2 })
  expect(await cancel(before.batchId, 'one')).toBe('at-bank')
  await apply(report(before))
  await cancelled(before.batchId)
  expect(await fixtures.states(before.rewards)).toEqual([
    ['collected', 'rejected'],
    ['provided', 'rejected'],
  ])
  // Also by the bank's word.
  const told = await fixtures.sent(1702, 1703)
  await accepted(told.messageId)
  await apply(report(told))
  expect(await apply(groupReport(told.messageId, 'CANC'))).toMatchObject({ refused: [] })
  expect((await fixtures.states(told.rewards)).map(([, state]) => state)).toEqual([
    'rejected',
    'rejected',
  ])
  const after = await fixtures.sent(1704, 1705)
  await apply(report(after))
  await accepted(after.messageId)
  expect(await apply(report(after))).toMatchObject({ alreadyDone: 2 })
  expect(await cancel(after.batchId, 'one')).toBe('at-bank')
  // Accepted for more than its form, or checked when its day is over.
  const more = await fixtures.sent(1706, 1707)
  await apply(groupReport(more.messageId, 'ACSP'))
  await apply(report(more))
  expect(await cancel(more.batchId, 'one')).toBe('at-bank')
  const late = await fixtures.sent(1708, 1709)
  await accepted(late.messageId)
  server.clock.advance('P7D')
  await apply(report(late))
  expect(await cancel(late.batchId, 'one')).toBe('at-bank')
})

test.each<[string, (file: { batchId: string; messageId: string }) => Promise<object>]>([
  ['being confirmed', ({ batchId }) => confirmBatch(server.deps, 'standard', batchId, operator)],
  ['said to be paid', ({ messageId }) => apply(groupReport(messageId, 'ACSC'))],
])('a file that is %s is not taken back: whoever waited for that sees it', async (_, say) => {
  const file = await fixtures.sent(1710, 1711)
  server.clock.advance('P7D')
  expect(await cancel(file.batchId, 'one')).toBe('proposed')
  const both = await fixtures.inTenant(async (tx) => {
    const waits = async () => {
      await sql`select pg_stat_clear_snapshot()`.execute(tx)
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        tx,
      )
      return rows.length
    }
    await lockRewards(tx, 'standard', file.rewards)
    const saying = say(file)
    await expect.poll(waits, { timeout: 60_000 }).toBe(1)
    const cancelling = cancel(file.batchId, 'two')
    await expect.poll(waits, { timeout: 60_000 }).toBe(2)
    return [saying, cancelling] as const
  })
  expect(await both[0]).toMatchObject({ settled: 2, refused: [] })
  expect(await both[1]).toBe('at-bank')
})
