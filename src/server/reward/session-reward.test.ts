import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { mailedToken } from '../../../test/helpers/mails.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { goodPassword, registered, stranger } from '../account/people.test-helper.ts'
import type { Actor } from '../base/audit-store.ts'
import { issueToken, revokeToken } from '../base/token-store.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { endLeakedLinks } from '../operator/end-leaked-links.ts'
import { lockStoredTenant, saveTenant } from '../tenant/store.ts'
import { blockAccount, unblockAccount } from './block-account.ts'
import { blockAllAccounts, unblockAllAccounts } from './block-all-accounts.ts'
import { bankData, ibanOf, useRewards, type Bench, type Desk } from './reward.test-helper.ts'

// A reward's token that a session opened.

const operator: Actor = { kind: 'operator', id: 'wanda' }
const newPassword = 'Neuland-2026-Sued'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => {
  ;({ server, bench, desk } = made)
})

const run = <T>(work: (tx: Tx) => Promise<T>) => withTenant(server.db, 'standard', work)
const login = async (email: string, password = goodPassword) =>
  server.call('POST', '/standard/account/login', {
    ip: stranger().ip,
    body: { Email: email, Password: password },
  })
const isLoggedIn = async (token: string) =>
  (await server.call('GET', '/standard/account/user', { token })).status === 200
const change = (token: string) =>
  server.call('PUT', '/standard/account/resetPasswordWithoutToken', {
    token,
    body: { OldPassword: goodPassword, Password: newPassword },
  })
const wishAddress = (token: string, email: string) =>
  server.call('PUT', '/standard/empfehler/email', {
    token,
    body: { Email: email, Password: goodPassword },
  })
const press = (Token: string) => server.call('PUT', '/standard/account/email', { body: { Token } })
const mailed = (email: string, template: string) => mailedToken(server, 'standard', email, template)
const reset = async (email: string) =>
  server.call('PUT', '/standard/account/resetPassword', {
    body: { Token: await mailed(email, 'setPassword'), Password: newPassword },
  })
const collect = (token: string) =>
  desk.collect(token, { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(1)) })
const open = async (id: string, session: string) => {
  const { status, body } = await server.call('POST', `/standard/empfehler/praemierung/${id}`, {
    token: session,
  })
  expect(status).toBe(201)
  return body.Token as string
}

/** Someone with a reward that waits, and a session that a thief has as well. */
async function owner() {
  const person = await registered(server)
  const accountId = await run(async (tx) => {
    const row = await tx
      .selectFrom('accounts')
      .select('account_id')
      .where('tenant', '=', 'standard')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow()
    return row.account_id
  })
  const account = { accountId, email: person.email }
  const { id, token: link } = await desk.reward({ account })
  return { ...person, accountId, id, link }
}
type Owner = Awaited<ReturnType<typeof owner>>

async function letKeysLogIn(may: boolean): Promise<void> {
  await run(async (tx) => {
    const stored = (await lockStoredTenant(tx, 'standard'))!
    const flags = { ...stored.flags, IsAutologin: may }
    await saveTenant(tx, { ...stored, flags }, server.clock.now())
  })
  server.deps.tenants.forget('standard')
}

afterEach(() => letKeysLogIn(false))

/** A key of the provider's login, and what it opens. */
async function makeProvider() {
  await letKeysLogIn(true)
  const key = await run((tx) =>
    issueToken(tx, server.deps.keys, 'standard', {
      kind: 'api-key',
      subject: `portal-${stranger().email}`,
      now: server.clock.now(),
      expiresAt: server.clock.now().add({ hours: 24 * 365 }),
      uses: null,
      details: { login: true },
    }),
  )
  const issue = (Email: string) =>
    server.call('POST', '/standard/account/autologin', {
      token: key.text,
      body: { Vorname: 'Mara', Nachname: 'Lindenau', Email },
    })
  const enter = (link: string) =>
    server.call('GET', `/standard/account/login?token=${new URL(link).searchParams.get('token')}`)
  return { keyId: key.id, issue, enter }
}

const leak = async (kind: string, subject: string) => {
  await run((tx) =>
    sql`update tokens set key_id = 'lost' where tenant = 'standard' and kind = ${kind}
      and (subject = ${subject} or token_id::text = ${subject})`.execute(tx),
  )
  await endLeakedLinks(server.deps, ['lost'], operator)
}

test.each<[string, (one: Owner) => Promise<unknown>]>([
  ['a logout', ({ token }) => server.call('POST', '/standard/account/logout', { token })],
  ['a change of the password', async ({ email }) => change((await login(email)).body.Token)],
  [
    'a new password by mailed link',
    async ({ email, ip }) => {
      await server.call('GET', `/standard/account/resetPassword/${email}`, { ip })
      await reset(email)
    },
  ],
  [
    'the objection of the old address',
    async ({ email, token }) => {
      await wishAddress(token, stranger().email)
      await press(await mailed(email, 'oldEmail'))
    },
  ],
  [
    'another address',
    async ({ token }) => {
      const { email } = stranger()
      await wishAddress(token, email)
      await press(await mailed(email, 'newEmail'))
    },
  ],
  [
    'a block of the account, over or not',
    async ({ email }) => {
      await run((tx) => blockAccount(tx, server.deps, 'standard', email, operator))
      await run((tx) => unblockAccount(tx, server.deps, 'standard', email, operator))
    },
  ],
  [
    'a block of all accounts, over or not',
    async () => {
      await blockAllAccounts(server.deps, 'standard', operator)
      await unblockAllAccounts(server.deps, 'standard', operator)
    },
  ],
  [
    'the deletion of the account',
    ({ token }) =>
      server.call('DELETE', '/standard/empfehler/delete', {
        token,
        body: { Password: goodPassword, PraemienVerfallen: true },
      }),
  ],
  ['the leak of the key that made the session', ({ accountId }) => leak('user-session', accountId)],
])('a reward’s token that a session opened ends with it: %s', async (_way, end) => {
  const one = await owner()
  const token = await open(one.id, one.token)
  expect((await desk.show(token)).status).toBe(200)
  await end(one)
  expect(await isLoggedIn(one.token)).toBe(false)
  for (const again of [collect, desk.show])
    expect((await again(token)).body.ErrorCode).toBe('PSOF0402')
  expect((await bench.readReward(one.id)).taken_as).toBeNull()
})

test.each<[string, (keyId: string) => Promise<unknown>]>([
  ['revoked', (id) => run((tx) => revokeToken(tx, 'standard', id, server.deps.clock.realNow()))],
  ['leaked', (id) => leak('api-key', id)],
  [
    'gone',
    (id) =>
      run((tx) =>
        sql`delete from tokens where tenant = 'standard' and token_id = ${id}`.execute(tx),
      ),
  ],
])(
  'what an API key opened ends with it at once, also what was under way: %s',
  async (_way, end) => {
    const one = await owner()
    const { keyId, issue, enter } = await makeProvider()
    const session = (await enter((await issue(one.email)).body.Link)).body.Token as string
    const token = await open(one.id, session)
    const unused = (await issue(one.email)).body.Link as string
    expect((await desk.show(token)).status).toBe(200)
    const [, ...late] = await Promise.all([
      end(keyId),
      ...Array.from({ length: 4 }, () => issue(one.email)),
    ])
    const issued = late
      .filter(({ status }) => status === 201)
      .map(({ body }) => body.Link as string)
    for (const link of [unused, ...issued])
      expect((await enter(link)).body.ErrorCode).toBe('PSOF0205')
    expect(await isLoggedIn(session)).toBe(false)
    expect((await collect(token)).body.ErrorCode).toBe('PSOF0402')
    // Nobody else's ends with it.
    expect(await isLoggedIn(one.token)).toBe(true)
    expect((await desk.show(await open(one.id, one.token))).status).toBe(200)
  },
)

test('a reward’s token ends with the session that issued it', async () => {
  const one = await owner()
  const { issue, enter } = await makeProvider()
  const session = (await enter((await issue(one.email)).body.Link)).body.Token as string
  const token = await open(one.id, session)
  server.clock.advance('PT11H59M')
  expect((await desk.show(token)).status).toBe(200)
  server.clock.advance('PT1M')
  expect((await collect(token)).body.ErrorCode).toBe('PSOF0402')
})

test('what came by mail opens as before, and so does the mail of what a session collected', async () => {
  const one = await owner()
  const token = await open(one.id, one.token)
  const other = (await login(one.email)).body.Token as string
  expect((await change(one.token)).status).toBe(200)
  expect(await isLoggedIn(other)).toBe(false)
  // The session that changed the password goes on, and its token with it.
  expect((await collect(token)).status).toBe(200)
  await server.call('POST', '/standard/account/logout', { token: one.token })
  expect((await desk.show(token)).body.ErrorCode).toBe('PSOF0402')
  expect((await desk.show(one.link)).status).toBe(200)
  const told = await mailed(one.email, 'rewardCollected')
  expect(told).not.toBe(token)
  expect((await desk.show(told)).body.Status).toBe('Abgeholt')
})

test('after an objection in time nobody gets in with what they knew or had under way, and the mailbox sets a new password', async () => {
  for (let round = 0; round < 4; round++) {
    const one = await owner()
    const { email } = one
    const [first, second] = [stranger().email, stranger().email]
    await wishAddress(one.token, first)
    const objection = await mailed(email, 'oldEmail')
    const [objected, , , ...logins] = await Promise.all([
      press(objection),
      change(one.token),
      wishAddress(one.token, second),
      ...Array.from({ length: 4 }, () => login(email)),
    ])
    expect(objected.status).toBe(200)
    for (const { body } of logins) if (body.Token) expect(await isLoggedIn(body.Token)).toBe(false)
    for (const password of [goodPassword, newPassword])
      expect((await login(email, password)).body.ErrorCode).toBe('PSOF0201')
    for (const wished of [first, second]) {
      const link = await mailed(wished, 'newEmail').catch(() => 'x'.repeat(43))
      expect((await press(link)).body.ErrorCode).toBe('PSOF0205')
    }
    expect((await press(objection)).body.ErrorCode).toBe('PSOF0206')
    expect((await reset(email)).status).toBe(200)
    expect((await login(email, newPassword)).status).toBe(200)
  }
})

test('opening the same reward again in a session adds no row to the audit log; sixty times in a quarter of an hour are enough', async () => {
  const { id, email, token } = await owner()
  const opened = () =>
    run(async (tx) => {
      const { n } = await tx
        .selectFrom('audit_log')
        .select((eb) => eb.fn.countAll<string>().as('n'))
        .where('tenant', '=', 'standard')
        .where('action', '=', 'open-reward')
        .where('subject_id', '=', id)
        .executeTakeFirstOrThrow()
      return Number(n)
    })
  for (let times = 0; times < 3; times++) await open(id, token)
  expect(await opened()).toBe(1)
  const other = (await login(email)).body.Token as string
  await open(id, other)
  expect(await opened()).toBe(2)
  const ask = (session: string) =>
    server.call('POST', `/standard/empfehler/praemierung/${id}`, { token: session })
  const answers = await Promise.all(Array.from({ length: 58 }, () => ask(other)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(56)
  const refused = await ask(token)
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect(await opened()).toBe(2)
  const somebody = await owner()
  await open(somebody.id, somebody.token)
  server.clock.advance('PT15M')
  await open(id, token)
})
