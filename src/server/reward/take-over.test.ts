import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { whileHeld } from '../../../test/helpers/while-held.ts'
import { goodPassword, registered, stranger } from '../account/people.test-helper.ts'
import { listObjections } from '../base/objection-store.ts'
import { findAccountByEmail } from '../account/store.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { postReferral, wish } from '../referral/journey.test-helper.ts'
import { grantGoodwill } from './grant-goodwill.ts'
import { provideRewards } from './provide-rewards.ts'
import { bankData, ibanOf, useRewards, type Bench, type Desk } from './reward.test-helper.ts'

// Somebody wants a stranger's address for their own account, and the stranger presses the link that it brings.

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => ({ server, bench, desk } = made))

type Person = { token: string; email: string; ip: string }
const newPassword = 'Neuland-2026-Sued'
const ask = ({ token, ip }: Person, email: string) =>
  server.call('PUT', '/standard/empfehler/email', {
    token,
    ip,
    body: { Email: email, Password: goodPassword },
  })
const call = (path: string, Token: string, token?: string) =>
  server.call('PUT', `/standard/account/${path}`, { body: { Token }, ...(token ? { token } : {}) })
const look = (Token: string, token?: string) => call('validateEmail', Token, token)
const press = (Token: string, token?: string) => call('email', Token, token)
const linkOf = (email: string, template: string) => mailedToken(server, 'standard', email, template)
const login = (email: string, Password = goodPassword) =>
  server.call('POST', '/standard/account/login', {
    ip: stranger().ip,
    body: { Email: email, Password },
  })
const userOf = async (token: string) =>
  (await server.call('GET', '/standard/account/user', { token })).status
const store = (token: string, nth: number) =>
  server.call('PUT', '/standard/empfehler/bankdaten', { token, body: bankData(ibanOf(nth)) })
const stored = async (token: string) =>
  (await server.call('GET', '/standard/empfehler/bankdaten', { token })).body
const choose = (Token: string) =>
  server.call('PUT', '/standard/account/resetPassword', {
    body: { Token, Password: newPassword, PasswordConfirm: newPassword },
  })
const claim = (Token: string) =>
  server.call('PUT', '/standard/empfehlen/bestaetigung', { body: { Token } })
const register = ({ email, ip }: Omit<Person, 'token'>) =>
  server.call('POST', '/standard/account/createEmpfehler', {
    ip,
    body: { Vorname: 'Vera', Nachname: 'Anders', Email: email },
  })

const inStandard = <T>(work: (tx: Tx) => Promise<T>) => withTenant(server.db, 'standard', work)

const idOf = ({ email }: Person) =>
  inStandard(async (tx) => (await findAccountByEmail(tx, 'standard', email))!.account_id)

const sessionsOf = (accountId: string) => sql`
  select from tokens where tenant = 'standard' and kind = 'user-session' and subject = ${accountId} for update`

/** The press of somebody who is not logged in, at a mailbox. */
async function pressed(thief: Person, email: string) {
  expect((await ask(thief, email)).status).toBe(202)
  expect((await press(await linkOf(email, 'newEmail'))).body).toEqual({
    Art: 'neu',
    NeuesPasswort: true,
    Kontakt: false,
  })
}

test('a goodwill reward that waits for an address goes to whoever reads its mails, and not with the password of whoever asked for that address', async () => {
  const [thief, victim] = [await registered(server), stranger()]
  await register(victim)
  const tenant = await server.deps.tenants.get('standard')
  const goodwill = await withTenant(server.db, 'standard', (tx) =>
    grantGoodwill(
      tx,
      server.deps,
      tenant,
      { email: victim.email, cents: 5000, reason: 'late' },
      { kind: 'operator', id: 'test' },
    ),
  )
  await provideRewards(server.deps, tenant, { rewardId: goodwill.rewardId })
  await pressed(thief, victim.email)
  expect((await login(victim.email)).body.ErrorCode).toBe('PSOF0201')
  expect(await userOf(thief.token)).toBe(401)
  const owner = await choose(await linkOf(victim.email, 'setPassword'))
  expect(owner.status).toBe(200)
  const opened = await server.call('POST', `/standard/empfehler/praemierung/${goodwill.rewardId}`, {
    token: owner.body.Token,
  })
  expect(opened.status).toBe(201)
})

test('a registration that nobody confirmed gives way, and neither password, sessions nor bank account of whoever asked come along', async () => {
  const [thief, victim] = [await registered(server), stranger()]
  await store(thief.token, 881)
  await register(victim)
  await pressed(thief, victim.email)
  expect((await login(victim.email)).body.ErrorCode).toBe('PSOF0201')
  expect(await userOf(thief.token)).toBe(401)
  const link = (await queuedMails(server, 'standard', victim.email)).findLast(
    ({ template }) => template === 'setPassword',
  )
  expect(link?.data).toMatchObject({ moved: 1 })
  const owner = await choose(link!.token!)
  expect([owner.status, await stored(owner.body.Token)]).toEqual([200, null])
})

test('what is recommended after a wrong press is out of reach of whoever asked for the address, and paid to no account of theirs', async () => {
  const [thief, victim] = [await registered(server), stranger()]
  await store(thief.token, 882)
  await pressed(thief, victim.email)
  expect((await postReferral(server, wish(victim.email))).status).toBe(201)
  expect((await claim(await linkOf(victim.email, 'finishReferral'))).status).toBe(200)
  expect((await login(victim.email)).body.ErrorCode).toBe('PSOF0201')
  await server.call('GET', `/standard/account/resetPassword/${victim.email}`, { ip: victim.ip })
  const owner = await choose(await linkOf(victim.email, 'setPassword'))
  expect(await stored(owner.body.Token)).toBeNull()
})

test('a newsletter that somebody asked for does not go on to a mailbox whose owner never did', async () => {
  const [former, { email }] = [await registered(server), stranger()]
  await server.call('PUT', '/standard/empfehler/setNewsletterOptin', { token: former.token })
  await server.call('PUT', '/standard/empfehler/newsletter/optin', {
    body: { Token: await linkOf(former.email, 'newsletterOptin') },
  })
  await pressed(former, email)
  const owner = await choose(await linkOf(email, 'setPassword'))
  const { body } = await server.call('GET', '/standard/account/user', { token: owner.body.Token })
  expect(body.NewsletterOptinGegeben).toBe(false)
})

test('bank data that a session stores while the address is confirmed elsewhere are gone with it', async () => {
  for (let round = 0; round < 6; round++) {
    const [thief, { email }] = [await registered(server), stranger()]
    await ask(thief, email)
    const link = await linkOf(email, 'newEmail')
    const saves = [1, 2, 3].map((nth) => () => store(thief.token, nth))
    const starts = [...saves, () => press(link), ...saves]
    await Promise.all(starts.map((start) => start()))
    const owner = await choose(await linkOf(email, 'setPassword'))
    expect([owner.status, await stored(owner.body.Token)]).toEqual([200, null])
  }
})

test('the link of a waiting reward that is used while the address changes hands stores no bank account there, and is over', async () => {
  const ways = {
    save: (token: string) => store(token, 884),
    collect: (token: string) =>
      desk.collect(token, { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(884)) }),
  }
  for (const use of Object.values(ways)) {
    const [thief, { email }] = [await registered(server), stranger()]
    const accountId = await idOf(thief)
    const reward = await desk.reward({ account: { accountId, email: thief.email } })
    await ask(thief, email)
    const link = await linkOf(email, 'newEmail')
    const used = await whileHeld(
      server,
      sessionsOf(accountId),
      () => press(link),
      () => use(reward.token),
    )
    expect(used.body.ErrorCode).toBe('PSOF0402')
    const owner = await choose(await linkOf(email, 'setPassword'))
    expect([owner.status, await stored(owner.body.Token)]).toEqual([200, null])
    const told = (await bench.mails('bankDataSaved')).map(({ to_address: to }) => to)
    expect(told).not.toContain(thief.email)
    expect(told).not.toContain(email)
  }
})

test('an objection in time leaves no bank account that somebody else stored, not even at that moment', async () => {
  const [owner, { email }] = [await registered(server), stranger()]
  await store(owner.token, 885)
  await ask(owner, email)
  const objection = await linkOf(owner.email, 'oldEmail')
  const accountId = await idOf(owner)
  const late = await whileHeld(
    server,
    sessionsOf(accountId),
    () => press(objection),
    () => store(owner.token, 886),
  )
  expect(late.body.ErrorCode).toBe('PSOF0204')
  const again = await choose(await linkOf(owner.email, 'setPassword'))
  expect([again.status, await stored(again.body.Token)]).toEqual([200, null])
})

test('whoever presses where they asked, or in another session that their password opened, keeps all they had', async () => {
  for (const where of ['asked', 'password'] as const) {
    const person = await registered(server)
    await store(person.token, 883)
    const session =
      where === 'asked' ? person.token : ((await login(person.email)).body.Token as string)
    const { email } = stranger()
    await ask(person, email)
    const link = await linkOf(email, 'newEmail')
    expect((await look(link, session)).body.NeuesPasswort).toBe(false)
    expect((await look(link)).body.NeuesPasswort).toBe(true)
    expect((await press(link, session)).body).toMatchObject({ Art: 'neu', NeuesPasswort: false })
    expect(await userOf(session)).toBe(200)
    expect((await login(email)).status).toBe(200)
    expect((await stored(session)).Iban).toContain(ibanOf(883).slice(-2))
    const told = (await queuedMails(server, 'standard', email)).map(({ template }) => template)
    expect(told).not.toContain('setPassword')
  }
})

test('a session opened by a mailed link proves no ownership unless it made the request, as the link may have been forwarded', async () => {
  const thief = await registered(server)
  await postReferral(server, wish(thief.email))
  const opened = await claim(await linkOf(thief.email, 'finishReferral'))
  const sentOn = opened.body.Anmeldung.Token as string
  const { email } = stranger()
  await ask(thief, email)
  const link = await linkOf(email, 'newEmail')
  expect((await look(link, sentOn)).body.NeuesPasswort).toBe(true)
  expect((await press(link, sentOn)).body.NeuesPasswort).toBe(true)
  expect(await userOf(sentOn)).toBe(401)
  expect((await login(email)).body.ErrorCode).toBe('PSOF0201')

  const other = await registered(server)
  const foreign = await registered(server)
  const { email: wanted } = stranger()
  await ask(other, wanted)
  expect((await look(await linkOf(wanted, 'newEmail'), foreign.token)).body.NeuesPasswort).toBe(
    true,
  )
})

test('an objection after the change ends nothing of whoever has the account now, and the operator hears of it', async () => {
  const [former, { email, ip }] = [await registered(server), stranger()]
  await ask(former, email)
  const objection = await linkOf(former.email, 'oldEmail')
  await press(await linkOf(email, 'newEmail'))
  const owner = await choose(await linkOf(email, 'setPassword'))
  await server.call('GET', `/standard/account/resetPassword/${email}`, { ip })
  const next = await linkOf(email, 'setPassword')
  expect((await press(objection)).body).toMatchObject({ Art: 'zu-spaet', NeuesPasswort: false })
  expect(await userOf(owner.body.Token)).toBe(200)
  expect((await login(email, newPassword)).status).toBe(200)
  expect((await choose(next)).status).toBe(200)
  const filed = await withTenant(server.db, 'standard', (tx) =>
    listObjections(tx, 'standard', false),
  )
  expect(filed.filter((one) => one.email === former.email)).toHaveLength(1)
})
