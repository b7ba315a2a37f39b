import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { openSession } from '../account/session.ts'
import { issueToken } from '../base/token-store.ts'
import { withTenant } from '../db/connection.ts'
import { endAccount } from '../reward/end-account.ts'
import { applyBankFile } from './apply-status.ts'
import { checkReport } from './payee-checks.test-helper.ts'
import { groupReport, ibans, makeFixtures, operator } from './payout.test-helper.ts'
import { accountFile } from './export-account.ts'
import { readDueRewards } from './due-payments-store.ts'
import { showBatch } from './list-batches.ts'
import { payDue } from './play-both.ts'
import { proposePayout } from './propose-payout.ts'

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
})
afterEach(() => fixtures.booksAreRight())
afterAll(() => server.stop())

const apply = (file: Uint8Array) => applyBankFile(server.deps, 'standard', file, operator)

/** A reward whose bank spells its owner otherwise, after the order was cancelled; `token` opens its page. */
async function asked(bankSpells = 'Mira Groessenwahn', cents = 2000) {
  const { rewards, ids, messageId } = await fixtures.sent(cents)
  const report = checkReport(messageId, 'RVMC', [{ id: ids[0]!, status: 'RVMC', name: bankSpells }])
  await apply(report)
  await apply(groupReport(messageId, 'CANC'))
  const rewardId = rewards[0]!
  return { rewardId, token: await tokenOf(rewardId), report }
}
const tokenOf = (rewardId: string) =>
  fixtures.inTenant(async (tx) => {
    const { text } = await issueToken(tx, server.deps.keys, 'standard', {
      kind: 'reward',
      subject: rewardId,
      now: server.deps.clock.now(),
      expiresAt: null,
      uses: null,
    })
    return text
  })
const path = '/standard/praemierung/kontoinhaber'
const call = (method: 'GET' | 'PUT', token: string, body?: object, of = path) =>
  server.call(method, of, { token, ...(body && { body }) })
const bank = (rewardId: string) =>
  fixtures.inTenant((tx) =>
    tx
      .selectFrom('reward_bank_data')
      .select(['holder', 'bank_spells'])
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', rewardId)
      .executeTakeFirst(),
  )

test('whoever confirms the bank’s spelling is paid under it with the next payout, at once and once', async () => {
  const { rewardId, token, report } = await asked()
  expect((await call('GET', token)).body).toMatchObject({
    Frage: {
      BankSchreibt: 'Mira Groessenwahn',
      Kontoinhaber: 'Mira Größenwahn & Söhne',
      IbanMaskiert: expect.stringContaining('*'),
    },
  })
  expect((await call('PUT', token, { BankSchreibt: 'Somebody Else' })).status).toBe(409)
  const yes = { BankSchreibt: 'Mira Groessenwahn' }
  const both = await Promise.all([call('PUT', token, yes), call('PUT', token, yes)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await bank(rewardId)).toEqual({ holder: 'Mira Groessenwahn', bank_spells: null })
  // The old file's check comes again, and changes nothing.
  await apply(report)
  server.clock.advance('PT1S')
  const next = await payDue(server.deps, 'standard', operator)
  expect(next).toMatchObject({ transfers: 1, totalCents: 2000 })
  const payouts = await fixtures.payouts(rewardId)
  expect(payouts.map(({ state, holder }) => [state, holder])).toEqual([
    ['rejected', 'Mira Größenwahn & Söhne'],
    ['in-transit', 'Mira Groessenwahn'],
  ])
  expect((await call('GET', token)).body).toEqual({ Frage: null, WirdUeberwiesen: true })
  const { rows } = await fixtures.inTenant(async (tx) => ({
    rows: await tx.selectFrom('audit_log').selectAll().where('tenant', '=', 'standard').execute(),
  }))
  expect(JSON.stringify(rows)).not.toContain('Groessenwahn')
})

test('a confirmed spelling, or the same account given again, waits for nothing; another account waits', async () => {
  const { rewardId, token } = await asked('Mira Groessenwahn', 2010)
  expect((await call('PUT', token, { BankSchreibt: 'Mira Groessenwahn' })).status).toBe(200)
  const { data: mailed } = (await fixtures.mails('rewardCollected')).at(-1)!
  expect(mailed).toMatchObject({ named: 1 })
  expect(mailed).not.toHaveProperty('again')
  server.clock.advance('PT1S')
  expect(await changedAt(rewardId)).toBeNull()
  const run = await proposePayout(server.deps, 'standard', operator)
  expect(run).toMatchObject({ fresh: 0, proposal: { payments: 1, totalCents: 2010 } })
  await payDue(server.deps, 'standard', operator)

  const refused = async (cents: number) => {
    const { rewards, messageId } = await fixtures.sent(cents)
    await apply(groupReport(messageId, 'RJCT', 'AC04'))
    return rewards[0]!
  }
  const same = await refused(2011)
  await fixtures.collect(same, ibans.first)
  expect(await changedAt(same)).toBeNull()
  await payDue(server.deps, 'standard', operator)

  const other = await refused(2012)
  await fixtures.collect(other, ibans.second)
  expect(await changedAt(other)).not.toBeNull()
  // Two people may pay it although it is new: that makes it no older.
  server.clock.advance('PT1S')
  const { batchId } = (await payDue(server.deps, 'standard', operator))!
  const { batch } = await showBatch(server.deps, 'standard', batchId)
  await apply(groupReport(batch.message_id, 'CANC'))
  expect(await changedAt(other)).not.toBeNull()
})

const changedAt = (rewardId: string) =>
  fixtures.inTenant(async (tx) => {
    const ask = { today: server.deps.clock.today(), allBlocked: false }
    const [row] = await readDueRewards(tx, 'standard', [rewardId], ask)
    return row!.changed_at
  })

test('another account, or another reward’s link, ends or never sees the question', async () => {
  const { rewardId, token } = await asked('Mira Anders', 2001)
  const other = await asked('Jemand Fremdes', 2002)
  expect((await call('GET', other.token)).body.Frage.BankSchreibt).toBe('Jemand Fremdes')
  expect((await call('PUT', other.token, { BankSchreibt: 'Mira Anders' })).status).toBe(409)
  const elsewhere = await call('GET', token, undefined, path.replace('standard', 'bgv'))
  expect(elsewhere.status).toBe(403)
  expect((await call('GET', 'x'.repeat(43))).status).toBe(403)
  const { body: shown } = await call('GET', token, undefined, '/standard/praemierung')
  const cash = shown.Auswahl.find(({ Art }: { Art: string }) => Art === 'cash')
  const given = {
    PraemieId: cash.Id,
    Bankdaten: { Kontoinhaber: 'Mira Stern', Iban: ibans.second },
  }
  expect((await call('PUT', token, given, '/standard/praemierung')).status).toBe(200)
  expect(await bank(rewardId)).toEqual({ holder: 'Mira Stern', bank_spells: null })
  expect((await call('PUT', token, { BankSchreibt: 'Mira Anders' })).status).toBe(409)
})

test('the spelling is in the owner’s own data, in no list, and gone with the account', async () => {
  const { rewardId } = await asked('Mira Bankname', 2003)
  const { account_id: accountId } = await fixtures.reward(rewardId)
  const data = await fixtures.inTenant((tx) =>
    accountFile(tx, 'standard', accountId!, {
      now: server.deps.clock.now(),
      today: server.deps.clock.today(),
      keys: server.deps.keys,
    }),
  )
  expect(JSON.stringify(data)).toContain('Mira Bankname')
  await end(accountId!, rewardId)
  expect(await bank(rewardId)).toBeUndefined()
})

test('an account that ends while its payment is at the bank takes the spelling with it', async () => {
  const { rewards, ids, messageId } = await fixtures.sent(2004)
  const rewardId = rewards[0]!
  await apply(
    checkReport(messageId, 'RVMC', [{ id: ids[0]!, status: 'RVMC', name: 'Mira Unterwegs' }]),
  )
  const { account_id: accountId } = await fixtures.reward(rewardId)
  await end(accountId!, rewardId)
  const kept = await fixtures.inTenant((tx) =>
    tx.selectFrom('payee_checks').selectAll().where('tenant', '=', 'standard').execute(),
  )
  expect(JSON.stringify(kept)).not.toContain('Unterwegs')
})

const end = (accountId: string, rewardId: string) =>
  withTenant(server.deps.db, 'standard', async (tx) => {
    const tenant = await server.deps.tenants.get('standard')
    const account = await tx
      .selectFrom('accounts')
      .selectAll()
      .where('tenant', '=', 'standard')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    const reward = await fixtures.reward(rewardId)
    const ending = { account, rewards: [reward], actor: operator }
    await endAccount(tx, server.deps, tenant, ending as unknown as Parameters<typeof endAccount>[3])
  })

test('while the question is open, the reward’s page and the personal area lead to it; afterwards they do not', async () => {
  const { rewardId, token } = await asked('Mira Groessenwahn')
  const { account_id: accountId } = await fixtures.reward(rewardId)
  const session = await fixtures.inTenant((tx) =>
    openSession(tx, server.deps, 'standard', accountId!),
  )
  const open = () =>
    server.call('POST', `/standard/empfehler/praemierung/${rewardId}`, { token: session.token! })
  const shown = async () => (await server.call('GET', '/standard/praemierung', { token })).body
  expect((await open()).body).toMatchObject({ Kontofrage: true })
  expect(await shown()).toMatchObject({ Kontofrage: true })
  const confirmed = await call('PUT', token, { BankSchreibt: 'Mira Groessenwahn' })
  expect(confirmed.status).toBe(200)
  expect((await open()).body).toMatchObject({ Kontofrage: false })
  // Another refusal asks for another account, and not for a name.
  const { rewards, messageId } = await fixtures.sent(2100)
  await apply(groupReport(messageId, 'RJCT', 'AC04'))
  const other = await tokenOf(rewards[0]!)
  const { body } = await server.call('GET', '/standard/praemierung', { token: other })
  expect([body.Rueckweisungsgrund, body.Kontofrage]).toEqual([expect.any(String), undefined])
})
