import { expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { openSupport } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { setBlocked } from '../account/store.ts'
import type { Actor } from '../base/audit-store.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { demoReferrers } from '../demo/demo-tenants.ts'
import { blockAccount, unblockAccount } from '../reward/block-account.ts'
import { expireRewards } from '../reward/expire-rewards.ts'
import { followBlockedEmails } from '../reward/follow-blocked-emails.ts'
import { provideRewards } from '../reward/provide-rewards.ts'
import {
  bankData,
  ibanOf,
  useRewards,
  type Bench,
  type Desk,
} from '../reward/reward.test-helper.ts'
import { payDue } from './play-both.ts'

const operator: Actor = { kind: 'operator', id: 'wanda' }
const lena = demoReferrers.standard

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => {
  ;({ server, bench, desk } = made)
})
startEachAfresh(() => server)

const run = <T>(work: (tx: Tx) => Promise<T>) => withTenant(server.db, 'standard', work)
const list = (wildcard: string[], single: string[] = []) =>
  changeTenant(server, 'standard', { blockedEmails: { single, wildcard } })
const follow = () => followBlockedEmails(server.deps, 'standard')
const codeOf = ({ status, body }: { status: number; body: { ErrorCode?: string } }) => [
  status,
  body.ErrorCode,
]
const user = (token: string) => server.call('GET', '/standard/account/user', { token })
const saveIban = (token: string) =>
  server.call('PUT', '/standard/empfehler/bankdaten', { token, body: bankData(ibanOf(7)) })
const accountsOf = () =>
  run((tx) => tx.selectFrom('bank_accounts').selectAll().where('tenant', '=', 'standard').execute())
const domainOf = (email: string) => `*@${email.split('@')[1]}`
const blockOf = (accountId: string) =>
  run((tx) =>
    tx
      .selectFrom('accounts')
      .select(['blocked_on', 'blocked_by'])
      .where('tenant', '=', 'standard')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow(),
  )

test("a pattern that is added ends the open session at its next call, and a reward's link stores no account", async () => {
  const { token: link, referral } = await desk.reward()
  const token = await bench.token('user-session', referral.accountId)
  expect((await user(token)).status).toBe(200)
  await list([domainOf(referral.email)])
  expect(codeOf(await saveIban(token))).toEqual([401, 'PSOF0204'])
  expect(codeOf(await saveIban(link))).toEqual([403, 'PSOF0211'])
  const collected = await desk.collect(link, {
    PraemieId: desk.cash,
    Bankdaten: bankData(ibanOf(7)),
  })
  expect(codeOf(collected)).toEqual([403, 'PSOF0211'])
  expect(await accountsOf()).toEqual([])
  // Its page is a stranger's.
  const page = await server.call('GET', '/standard/account/user', {
    headers: { cookie: `zs_user=${token}` },
  })
  expect(page.status).toBe(401)
})

test('an address of the list ends the session as a pattern does, in any spelling, and no other account is ended', async () => {
  const [listed, other] = [await bench.makeAccount(), await bench.makeAccount()]
  const [token, free] = [
    await bench.token('user-session', listed.accountId),
    await bench.token('user-session', other.accountId),
  ]
  await list([], [` ${listed.email.toUpperCase()}`])
  expect((await user(token)).status).toBe(401)
  expect((await user(free)).status).toBe(200)
})

test('a list of another tenant ends nothing', async () => {
  const { accountId, email } = await bench.makeAccount()
  const token = await bench.token('user-session', accountId)
  await changeTenant(server, 'telko', {
    blockedEmails: { single: [email], wildcard: [domainOf(email)] },
  })
  await followBlockedEmails(server.deps, 'telko')
  expect((await user(token)).status).toBe(200)
  expect((await blockOf(accountId)).blocked_on).toBeNull()
})

test('support still looks at an account that the lists block', async () => {
  const { accountId, email } = await bench.makeAccount()
  const before = await openSupport(server, accountId)
  await list([domainOf(email)])
  expect((await user(before)).status).toBe(200)
  await follow()
  expect((await user(await openSupport(server, accountId))).status).toBe(200)
})

test("a contact's link takes nothing while their address is listed, and the reward afterwards", async () => {
  const { rewards, recipient } = await bench.makeReward({ share: 0 })
  const [own] = rewards.filter(({ account_id }) => account_id === null)
  const link = await bench.token('reward', own!.reward_id)
  const collect = () =>
    desk.collect(link, { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(8), 'Kim Kontakt') })
  await list([], [recipient.email])
  expect(codeOf(await collect())).toEqual([403, 'PSOF0210'])
  expect((await bench.readReward(own!.reward_id)).state).toBe('provided')
  await list([])
  expect((await collect()).status).toBe(200)
})

test('codes are shown to nobody who is listed or blocked, and afterwards; the reward is seen all the while', async () => {
  const { token, referral } = await desk.reward()
  expect((await desk.collect(token, { PraemieId: desk.voucher })).status).toBe(200)
  const [mail] = (await queuedMails(server, 'standard', referral.email)).filter(
    ({ template }) => template === 'voucher',
  )
  const link = mail!.token!
  const show = () => server.call('POST', '/standard/praemierung/gutscheincodes', { token: link })
  const sees = async () => (await desk.show(link)).body.Status
  await list([domainOf(referral.email)])
  expect([codeOf(await show()), await sees()]).toEqual([[403, 'PSOF0211'], 'Ausgezahlt'])
  await list([])
  await run((tx) => blockAccount(tx, server.deps, 'standard', referral.email, operator))
  expect([codeOf(await show()), await sees()]).toEqual([[403, 'PSOF0210'], 'Ausgezahlt'])
  await run((tx) => unblockAccount(tx, server.deps, 'standard', referral.email, operator))
  expect((await show()).body.Codes).toHaveLength(1)
})

test('a listed contact sees, corrects and deletes their data, and makes no claim', async () => {
  const { recipient } = await bench.makeReward({ share: 100 })
  const token = await bench.token('recipient', recipient.number)
  await list([], [recipient.email])
  const call = (method: string, path: string, body?: object) =>
    server.call(method, `/standard/empfaenger/${path}`, { token, ...(body ? { body } : {}) })
  const claim = { Auftragsnummer: 'LISTE-1' }
  expect(codeOf(await call('POST', 'nachbuchungen', claim))).toEqual([403, 'PSOF0210'])
  expect((await call('GET', 'daten')).status).toBe(200)
  expect((await call('GET', 'export')).status).toBe(200)
  expect((await call('PUT', 'daten', { Vorname: 'Kim' })).status).toBe(200)
  expect((await call('DELETE', 'daten')).status).toBe(200)
})

test('rewards of a listed account wait as for a blocked one, and go on with their days when it leaves the list', async () => {
  const account = await bench.makeAccount()
  const referral = await bench.makeReferral({ share: 100, account })
  const order = async () => bench.makeOrder(referral, await bench.makeRecipient(referral))
  const [open, provided, collected] = [await order(), await order(), await order()]
  await bench.release(provided)
  await bench.release(collected)
  await provideRewards(server.deps, bench.tenant, {})
  const [paidLater] = await bench.readRewards(collected)
  const body = { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(1)) }
  const link = await bench.token('reward', paidLater!.reward_id)
  expect((await desk.collect(link, body)).status).toBe(200)
  const [before] = await bench.readRewards(provided)
  const stateOf = async (number: string) => (await bench.readRewards(number))[0]!.state

  await list([domainOf(account.email)])
  expect(await follow()).toBeGreaterThan(0)
  expect(await follow()).toBe(0)
  expect((await blockOf(account.accountId)).blocked_by).toBe('blockedEmails')
  await bench.release(open)
  await provideRewards(server.deps, bench.tenant, {})
  server.clock.advance('P460D')
  expect(await payDue(server.deps, 'standard', operator)).toBeNull()
  await expireRewards(server.deps, bench.tenant)
  expect([await stateOf(open), await stateOf(provided)]).toEqual(['open', 'provided'])

  await list([])
  expect(await follow()).toBeGreaterThan(0)
  await provideRewards(server.deps, bench.tenant, {})
  await expireRewards(server.deps, bench.tenant)
  expect([await stateOf(open), await stateOf(provided)]).toEqual(['provided', 'provided'])
  const [after] = await bench.readRewards(provided)
  expect(after!.expires_on).toBe(
    Temporal.PlainDate.from(before!.expires_on!).add({ days: 460 }).toString(),
  )
  expect((await payDue(server.deps, 'standard', operator))?.transfers).toBe(1)
})

test('what a person blocked stays blocked when it leaves the list, and no person frees what the list blocks', async () => {
  const { accountId, email } = await bench.makeAccount()
  const act = (work: typeof blockAccount) =>
    run((tx) => work(tx, server.deps, 'standard', email, operator))
  await list([], [email])
  await follow()
  expect(await act(unblockAccount)).toBe('listed')
  const { blocked_on: since } = await blockOf(accountId)
  server.clock.advance('P3D')
  expect(await act(blockAccount)).toBe('done')
  expect(await act(blockAccount)).toBe('already')
  expect(await blockOf(accountId)).toEqual({ blocked_on: since, blocked_by: 'wanda' })
  await list([])
  expect(await follow()).toBe(0)
  expect((await blockOf(accountId)).blocked_on).toBe(since)
  // Freed by the person while listed: it is the list's, without a moment between.
  await list([], [email])
  expect(await act(unblockAccount)).toBe('listed')
  expect(await blockOf(accountId)).toEqual({ blocked_on: since, blocked_by: 'blockedEmails' })
})

test('lists are followed once, however many follow them at a time, and by the newest lists', async () => {
  const { accountId, email } = await bench.makeAccount()
  await list([], [email])
  const changed = await Promise.all([follow(), follow(), follow()])
  expect(changed.reduce((sum, one) => sum + one, 0)).toBe(1)
  const rows = await run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'actor_kind'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', accountId)
      .where('action', 'like', 'account-%blocked')
      .execute(),
  )
  expect(rows).toEqual([{ action: 'account-blocked', actor_kind: 'system' }])
  await run((tx) => setBlocked(tx, 'standard', accountId, null))
  await Promise.all([list([]), follow(), follow()])
  await follow()
  expect((await blockOf(accountId)).blocked_on).toBeNull()
})

test('a log-in beside a new pattern opens nothing that works', async () => {
  const logins = Array.from({ length: 6 }, (_, at) =>
    server.call('POST', '/standard/account/login', {
      ip: `198.51.100.${at + 1}`,
      body: { Email: lena.email, Password: lena.password },
    }),
  )
  const [, ...answers] = await Promise.all([list([domainOf(lena.email)]), ...logins])
  for (const { status, body } of answers) {
    if (status === 200) expect((await user(body.Token as string)).status).toBe(401)
  }
})
