import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { queuedMails } from '../../../test/helpers/mails.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { openSession } from '../account/session.ts'
import type { Actor } from '../base/audit-store.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { demoReferrers } from '../demo/demo-tenants.ts'
import { payDue } from './play-both.ts'
import { blockAccount, unblockAccount } from '../reward/block-account.ts'
import { blockAllAccounts, unblockAllAccounts } from '../reward/block-all-accounts.ts'
import { expireRewards } from '../reward/expire-rewards.ts'
import { provideRewards } from '../reward/provide-rewards.ts'
import { remindOfRewards } from '../reward/remind-of-rewards.ts'
import { remindOfReferrals } from '../referral/remind-of-referrals.ts'
import {
  bankData,
  ibanOf,
  useRewards,
  type Bench,
  type Desk,
} from '../reward/reward.test-helper.ts'

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
const block = (email: string) =>
  run((tx) => blockAccount(tx, server.deps, 'standard', email, operator))
const unblock = (email: string) =>
  run((tx) => unblockAccount(tx, server.deps, 'standard', email, operator))
let places = 0
// From another place each time, so that no limit says something first.
const logIn = () =>
  server.call('POST', '/standard/account/login', {
    ip: `198.51.100.${++places}`,
    body: { Email: lena.email, Password: lena.password },
  })
const wish = (Email: string) => ({
  Empfehlung: { ProductId: '101' },
  Empfehler: { Vorname: 'Lena', Nachname: 'Sommer', Email, Agb: true },
})
const codeOf = ({ status, body }: { status: number; body: { ErrorCode?: string } }) => [
  status,
  body.ErrorCode,
]

test('a blocked account: its sessions end, nobody logs in with it, and it is written down who did it', async () => {
  const token = (await logIn()).body.Token as string
  expect((await server.call('GET', '/standard/account/user', { token })).status).toBe(200)
  expect(await block(lena.email)).toBe('done')
  expect(await block(lena.email)).toBe('already')
  expect(codeOf(await server.call('GET', '/standard/account/user', { token }))).toEqual([
    401,
    'PSOF0204',
  ])
  expect(codeOf(await logIn())).toEqual([403, 'PSOF0210'])
  // Who does not know the password learns nothing of it.
  const guess = await server.call('POST', '/standard/account/login', {
    body: { Email: lena.email, Password: 'Falsch-2026-Wort' },
  })
  expect(codeOf(guess)).toEqual([400, 'PSOF0201'])
  expect(await unblock(lena.email)).toBe('done')
  expect(await unblock(lena.email)).toBe('already')
  expect((await logIn()).status).toBe(200)
  expect((await server.call('GET', '/standard/account/user', { token })).status).toBe(401)
  expect(await block('niemand@post.example')).toBe('unknown')
  const rows = await run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'actor_kind', 'actor_id'])
      .where('tenant', '=', 'standard')
      .where('action', 'like', 'account-%blocked')
      .orderBy('audit_id')
      .execute(),
  )
  expect(rows).toEqual([
    { action: 'account-blocked', actor_kind: 'operator', actor_id: 'wanda' },
    { action: 'account-unblocked', actor_kind: 'operator', actor_id: 'wanda' },
  ])
})

test('no login slips through beside a block', async () => {
  const all = Array.from({ length: 8 }, () => logIn())
  const [, ...logins] = await Promise.all([block(lena.email), ...all])
  for (const { status, body } of logins) {
    if (status !== 200) continue
    const { status: after } = await server.call('GET', '/standard/account/user', {
      token: body.Token,
    })
    expect(after).toBe(401)
  }
  await unblock(lena.email)
})

test('a stranger who types a blocked address gets the answer of every address', async () => {
  await block(lena.email)
  const blocked = await server.call('POST', '/standard/empfehlen/create', {
    body: wish(lena.email),
  })
  const other = await server.call('POST', '/standard/empfehlen/create', {
    body: wish('niemand.bekannt@post.example'),
  })
  expect([blocked.status, Object.keys(blocked.body)]).toEqual([
    other.status,
    Object.keys(other.body),
  ])
  expect(blocked.status).toBe(201)
  await unblock(lena.email)
})

const stateOf = async (order: string) => (await bench.readRewards(order)).map(({ state }) => state)

test('rewards of a blocked account are held and not lost: provided, collected and paid when it is free again', async () => {
  const account = await bench.makeAccount()
  const referral = await bench.makeReferral({ share: 100, account })
  const order = async () => bench.makeOrder(referral, await bench.makeRecipient(referral))
  const [open, provided, collected] = [await order(), await order(), await order()]
  await bench.release(provided)
  await bench.release(collected)
  await provideRewards(server.deps, bench.tenant, {})
  const [toCollect] = await bench.readRewards(provided)
  const token = await bench.token('reward', toCollect!.reward_id)
  const [paidLater] = await bench.readRewards(collected)
  const body = { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(1)) }
  const collect = (with_: string) =>
    server.call('PUT', '/standard/praemierung', { token: with_, body })
  expect((await collect(await bench.token('reward', paidLater!.reward_id))).status).toBe(200)

  await block(account.email)
  await bench.release(open)
  await provideRewards(server.deps, bench.tenant, {})
  expect(await stateOf(open)).toEqual(['open'])
  expect(codeOf(await collect(token))).toEqual([403, 'PSOF0210'])
  server.clock.advance('P60D')
  expect(await payDue(server.deps, 'standard', operator)).toBeNull()
  server.clock.advance('P400D')
  await expireRewards(server.deps, bench.tenant)
  expect(await stateOf(provided)).toEqual(['provided'])

  await unblock(account.email)
  await provideRewards(server.deps, bench.tenant, {})
  await expireRewards(server.deps, bench.tenant)
  expect([await stateOf(open), await stateOf(provided)]).toEqual([['provided'], ['provided']])
  const [extended] = await bench.readRewards(provided)
  expect(Temporal.PlainDate.from(toCollect!.expires_on!).add({ days: 460 }).toString()).toBe(
    extended!.expires_on,
  )
  expect((await payDue(server.deps, 'standard', operator))?.transfers).toBe(1)
})

test('the general block is for every account of its tenant, old and new, and for no other tenant', async () => {
  const token = (await logIn()).body.Token as string
  expect(await blockAllAccounts(server.deps, 'standard', operator)).toBeGreaterThan(0)
  expect(await blockAllAccounts(server.deps, 'standard', operator)).toBeNull()
  expect((await server.call('GET', '/standard/account/user', { token })).status).toBe(401)
  const general = [403, 'PSOF0202']
  expect(codeOf(await logIn())).toEqual(general)
  expect(
    codeOf(
      await server.call('POST', '/standard/empfehlen/create', { body: wish('neu@post.example') }),
    ),
  ).toEqual(general)
  expect(
    codeOf(
      await server.call('POST', '/standard/account/createEmpfehler', {
        body: { Vorname: 'Neu', Nachname: 'Hier', Email: 'neu@post.example' },
      }),
    ),
  ).toEqual(general)
  const elsewhere = demoReferrers.telko
  const other = await server.call('POST', '/telko/account/login', {
    body: { Email: elsewhere.email, Password: elsewhere.password },
  })
  expect(other.status).toBe(200)

  expect(await unblockAllAccounts(server.deps, 'standard', operator)).toBe(true)
  expect(await unblockAllAccounts(server.deps, 'standard', operator)).toBe(false)
  expect((await logIn()).status).toBe(200)
})

test('under the general block the rewards of referrers wait, those of contacts do not', async () => {
  const referral = await bench.makeReferral({ share: 50 })
  const number = await bench.makeOrder(referral, await bench.makeRecipient(referral))
  await blockAllAccounts(server.deps, 'standard', operator)
  const blocked = await server.deps.tenants.get('standard')
  await bench.release(number)
  await provideRewards(server.deps, blocked, {})
  const states = async () =>
    Object.fromEntries(
      (await bench.readRewards(number)).map(({ beneficiary, state }) => [beneficiary, state]),
    )
  expect(await states()).toEqual({ referrer: 'open', recipient: 'provided' })
  await unblockAllAccounts(server.deps, 'standard', operator)
  await provideRewards(server.deps, await server.deps.tenants.get('standard'), {})
  expect(await states()).toEqual({ referrer: 'provided', recipient: 'provided' })
})

const blockAll = () => blockAllAccounts(server.deps, 'standard', operator)
const unblockAll = () => unblockAllAccounts(server.deps, 'standard', operator)

test('a general block ends once, however many end it, and gives its days back once', async () => {
  const { id } = await desk.reward()
  const before = Temporal.PlainDate.from((await bench.readReward(id)).expires_on!)
  expect((await Promise.all([blockAll(), blockAll()])).filter((one) => one !== null)).toHaveLength(
    1,
  )
  server.clock.advance('P10D')
  const ended = await Promise.all([unblockAll(), unblockAll(), unblockAll()])
  expect(ended.filter(Boolean)).toHaveLength(1)
  expect((await bench.readReward(id)).expires_on).toBe(before.add({ days: 10 }).toString())
})

// Days since the test's begin: of the block of the account, and of the general one.
test.each([
  ['the general one within its own', [0, 20], [5, 10], 20],
  ['its own within the general one', [5, 10], [0, 20], 20],
  ['its own first, the general one longer', [0, 10], [5, 15], 15],
  ['the general one first, its own longer', [5, 15], [0, 10], 15],
  ['one after the other', [0, 5], [10, 15], 10],
  ['the same days', [0, 10], [0, 10], 10],
] as const)(
  'no blocked day is given back twice, and none is lost: %s',
  async (_, own, all, days) => {
    const { id, referral } = await desk.reward()
    const before = Temporal.PlainDate.from((await bench.readReward(id)).expires_on!)
    for (let day = 0; day <= 20; day++) {
      if (own[0] === day) await block(referral.email)
      if (all[0] === day) await blockAll()
      if (own[1] === day) await unblock(referral.email)
      if (all[1] === day) await unblockAll()
      server.clock.advance('P1D')
    }
    expect((await bench.readReward(id)).expires_on).toBe(before.add({ days }).toString())
  },
)

test('a block changes nothing else of its tenant, even while that is being changed', async () => {
  const config = () =>
    run(async (tx) => {
      const { rows } = await sql<{ config: Record<string, unknown> }>`
        select config from tenants where tenant = 'standard'`.execute(tx)
      return rows[0]!.config
    })
  const waiting = () =>
    run(async (tx) => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
      return rows.length
    })
  for (const change of [blockAll, unblockAll]) {
    const name = `Sonnseite ${change === blockAll ? 'neu' : 'ganz neu'}`
    const changing = await run(async (tx) => {
      await sql`
        update tenants set config = config || jsonb_build_object('name', ${name}::text)
        where tenant = 'standard'`.execute(tx)
      const started = change()
      await expect.poll(waiting).toBeGreaterThan(0)
      return { started }
    })
    await changing.started
    expect((await config()).name).toBe(name)
  }
  expect((await config()).accountsBlockedOn).toBeNull()
})

test('no session is opened under a general block, whatever the server still remembers; support may look', async () => {
  const { accountId } = await bench.makeAccount()
  const open = (support: boolean) =>
    run((tx) => openSession(tx, server.deps, 'standard', accountId, { support }))
  await blockAll()
  await expect(open(false)).rejects.toMatchObject({ failure: { name: 'blocked-general' } })
  expect((await open(true)).support).toBe(true)
  await unblockAll()

  const all = Array.from({ length: 8 }, () => logIn())
  const [, ...logins] = await Promise.all([blockAll(), ...all])
  await unblockAll()
  for (const { status, body } of logins) {
    if (status !== 200) continue
    const after = await server.call('GET', '/standard/account/user', { token: body.Token })
    expect(after.status).toBe(401)
  }
})

test('whoever is blocked is reminded of nothing, and of what still waits when they are free again', async () => {
  const { id, referral } = await desk.reward()
  await bench.makeReferral({ account: referral })
  await run((tx) =>
    sql`update accounts set confirmed_at = created_at where tenant = 'standard' and account_id = ${referral.accountId}`.execute(
      tx,
    ),
  )
  const remind = async () => {
    const tenant = await server.deps.tenants.get('standard')
    await remindOfRewards(server.deps, tenant)
    await remindOfReferrals(server.deps, tenant)
    const mails = await queuedMails(server, 'standard', referral.email)
    return mails.map(({ template }) => template).filter((name) => name.endsWith('Reminder'))
  }
  const goTo = (day: string | null, before: number) =>
    server.clock.set(
      `${Temporal.PlainDate.from(day!).subtract({ days: before }).toString()}T11:00:00Z`,
    )
  const lastDay = server.clock.today().add({ days: 60 }).toString()
  const { expires_on: expiry } = await bench.readReward(id)
  for (const [begin, end] of [
    [() => block(referral.email), () => unblock(referral.email)],
    [blockAll, unblockAll],
  ] as const) {
    goTo(lastDay, 6)
    await begin()
    expect(await remind()).toEqual([])
    goTo(expiry, 5)
    expect(await remind()).toEqual([])
    goTo(lastDay, 6)
    await end()
  }
  expect(await remind()).toEqual(['referralReminder'])
  goTo(expiry, 5)
  expect(await remind()).toEqual(['rewardReminder', 'referralReminder'])
})

test('the link of a blocked account stores no bank account and says why, also when its last day has passed meanwhile', async () => {
  const { token, referral } = await desk.reward()
  const save = () =>
    server.call('PUT', '/standard/empfehler/bankdaten', { token, body: bankData(ibanOf(7)) })
  const collect = () =>
    desk.collect(token, { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(7)) })
  await block(referral.email)
  for (const wait of ['P0D', 'P370D']) {
    server.clock.advance(wait)
    expect(codeOf(await save())).toEqual([403, 'PSOF0210'])
    expect(codeOf(await collect())).toEqual([403, 'PSOF0210'])
  }
  await unblock(referral.email)
  expect((await save()).status).toBe(200)
})

test.each([
  ['single', block, unblock],
  ['general', blockAll, unblockAll],
])(
  'the mailed link opens as much longer as its reward waited (%s block)',
  async (_, begin, end) => {
    const { referral, rewards } = await bench.makeReward()
    const [mail] = (await queuedMails(server, 'standard', referral.email)).filter(
      ({ template }) => template === 'rewardReady',
    )
    const token = mail?.token ?? ''
    await begin(referral.email)
    server.clock.advance('P500D')
    await end(referral.email)
    const shown = await desk.show(token)
    expect([shown.status, shown.body.Status]).toEqual([200, 'Bereitgestellt'])
    // Its 30 days after the last one, and not a day more.
    const last = Temporal.PlainDate.from(
      (await bench.readReward(rewards[0]!.reward_id)).expires_on!,
    )
    server.clock.set(`${last.add({ days: 30 }).toString()}T20:00:00Z`)
    expect((await desk.show(token)).status).toBe(200)
    server.clock.advance('P1D')
    expect((await desk.show(token)).body.ErrorCode).toBe('PSOF0402')
  },
)
