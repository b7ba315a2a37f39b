import { expect, test } from 'vitest'
import type { TestServer } from '../../../test/helpers/server.ts'
import { registered } from '../account/people.test-helper.ts'
import { revokeTokensByApiKey } from '../base/lost-key-store.ts'
import { issueToken, revokeToken } from '../base/token-store.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { findAccountByEmail } from '../account/store.ts'
import { bankData, ibanOf, useRewards, type Desk } from '../reward/reward.test-helper.ts'
import { lockStoredTenant, saveTenant } from '../tenant/store.ts'
import { listTraces, tracesText } from './session-traces-store.ts'

let server: TestServer
let desk: Desk
useRewards((made) => ({ server, desk } = made))

const run = <T>(work: (tx: Tx) => Promise<T>) => withTenant(server.db, 'standard', work)
const none = { rewards: [], bankAccounts: [] }

async function logInByKey(on: boolean) {
  await run(async (tx) => {
    const stored = (await lockStoredTenant(tx, 'standard'))!
    const flags = { ...stored.flags, IsAutologin: on }
    await saveTenant(tx, { ...stored, flags }, server.clock.now())
  })
  server.deps.tenants.forget('standard')
}

const makeKey = (subject: string) =>
  run((tx) =>
    issueToken(tx, server.deps.keys, 'standard', {
      kind: 'api-key',
      subject,
      now: server.clock.now(),
      expiresAt: server.clock.now().add({ hours: 24 * 365 }),
      uses: null,
      details: { login: true },
    }),
  )

async function enter(key: string, Email: string): Promise<string> {
  const body = { Vorname: 'Mara', Nachname: 'Lindenau', Email }
  const issued = await server.call('POST', '/standard/account/autologin', { token: key, body })
  const token = new URL(issued.body.Link).searchParams.get('token')!
  const { body: entered } = await server.call('GET', `/standard/account/login?token=${token}`)
  return entered.Token
}

async function person() {
  const { email } = await registered(server)
  const account = (await run((tx) => findAccountByEmail(tx, 'standard', email)))!
  const { id } = await desk.reward({ account: { accountId: account.account_id, email } })
  return { email, accountId: account.account_id, rewardId: id }
}

const store = (token: string, nth: number) =>
  server.call('PUT', '/standard/empfehler/bankdaten', { token, body: bankData(ibanOf(nth)) })
const open = async (token: string, id: string) =>
  (await server.call('POST', `/standard/empfehler/praemierung/${id}`, { token })).body
    .Token as string

test('what sessions of a revoked key collected and stored is named by numbers as long as it goes on, and nothing of anybody else', async () => {
  const [victim, looked, other] = [await person(), await person(), await person()]
  await logInByKey(true)
  const [lost, kept] = [await makeKey('Portal'), await makeKey('App')]
  const traces = () => run((tx) => listTraces(tx, 'standard', { apiKey: lost.id }))
  expect([await traces(), tracesText(await traces())]).toEqual([none, []])

  const session = await enter(lost.text, victim.email)
  expect((await store(session, 777)).status).toBe(200)
  const reward = await open(session, victim.rewardId)
  // Only looked at, and another key's.
  await open(await enter(lost.text, looked.email), looked.rewardId)
  const others = await enter(kept.text, other.email)
  await store(others, 778)
  const cash = (nth: number) => ({ PraemieId: desk.cash, Bankdaten: bankData(ibanOf(nth)) })
  expect((await desk.collect(reward, cash(777))).status).toBe(200)
  expect((await desk.collect(await open(others, other.rewardId), cash(778))).status).toBe(200)

  await run((tx) => revokeToken(tx, 'standard', lost.id, server.deps.clock.realNow()))
  await run((tx) => revokeTokensByApiKey(tx, 'standard', lost.id, server.deps.clock.realNow()))
  expect(await traces()).toEqual({ rewards: [victim.rewardId], bankAccounts: [victim.accountId] })
  const text = tracesText(await traces()).join('\n')
  for (const part of [victim.rewardId, victim.accountId]) expect(text).toContain(part)
  expect(text).not.toContain(victim.email)
  const elsewhere = await withTenant(server.db, 'telko', (tx) =>
    listTraces(tx, 'telko', { apiKey: lost.id }),
  )
  expect(elsewhere).toEqual(none)
  const byKeys = await run((tx) =>
    listTraces(tx, 'standard', { keys: [server.deps.keys.newestId] }),
  )
  expect(byKeys.rewards).toEqual(expect.arrayContaining([victim.rewardId, other.rewardId]))

  // Somebody else stored another account since: it is not the key's any more.
  await store(await enter(kept.text, victim.email), 779)
  expect(await traces()).toEqual({ rewards: [victim.rewardId], bankAccounts: [] })
  await logInByKey(false)
})
