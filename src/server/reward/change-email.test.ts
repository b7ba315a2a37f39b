import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { stillLoggedIn } from '../../../test/helpers/still-logged-in.ts'
import { goodPassword, registered, solve, stranger } from '../account/people.test-helper.ts'
import { maskEmail } from '../../domain/mask-email.ts'
import { readProofs } from '../base/proof-store.ts'
import { listObjections } from '../base/objection-store.ts'
import { withTenant } from '../db/connection.ts'
import { demoTenants } from '../demo/demo-tenants.ts'
import { postReferral, wish } from '../referral/journey.test-helper.ts'
import { saveTenant } from '../tenant/store.ts'
import { changeEmailCalls, type ChangeEmailCalls, type Person } from './change-email.test-helper.ts'

let server: TestServer
let ask: ChangeEmailCalls['ask']
let press: ChangeEmailCalls['press']
let look: ChangeEmailCalls['look']
let linkOf: ChangeEmailCalls['linkOf']
let userOf: ChangeEmailCalls['userOf']
let login: ChangeEmailCalls['login']
beforeAll(async () => {
  server = await startTestServer()
  ;({ ask, press, look, linkOf, userOf, login } = changeEmailCalls(server))
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())

const waiting = async (email: string) =>
  (await withTenant(server.db, 'standard', (tx) => listObjections(tx, 'standard', false))).filter(
    (one) => one.email === email,
  )

test('another address holds once its own link is pressed, and the old one until then', async () => {
  const person = await registered(server)
  const made = await postReferral(server, wish(person.email), { token: person.token })
  expect(made.status).toBe(201)
  const elsewhere = (await login(person.email)).body.Token as string
  const { email } = stranger()
  expect((await ask(person, `  ${email.toUpperCase()} `)).status).toBe(202)
  expect((await userOf(person.token)).Email).toBe(person.email)
  const link = await linkOf(email, 'newEmail')
  expect((await look(link)).body).toMatchObject({ Art: 'neu', Email: email })
  expect((await login(email)).body.ErrorCode).toBe('PSOF0201')

  const presses = await Promise.all(Array.from({ length: 5 }, () => press(link, person.token)))
  expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410, 410])
  expect((await userOf(person.token)).Email).toBe(email)
  expect((await userOf(elsewhere)).ErrorCode).toBe('PSOF0204')
  expect((await login(person.email)).body.ErrorCode).toBe('PSOF0201')
  expect((await login(email)).status).toBe(200)
  const proofs = await withTenant(server.db, 'standard', (tx) =>
    readProofs(tx, server.deps.keys, 'standard', person.email),
  )
  expect(proofs.map(({ kind, form }) => [kind, form])).toContainEqual(['terms', 'recommend'])
})

test('what was mailed to the old address opens nothing any more', async () => {
  const person = await registered(server)
  await server.call('GET', `/standard/account/resetPassword/${person.email}`, { ip: person.ip })
  const password = await mailedToken(server, 'standard', person.email, 'setPassword')
  const { email } = stranger()
  await ask(person, email)
  await press(await linkOf(email, 'newEmail'))
  const { body } = await server.call('PUT', '/standard/account/resetPassword', {
    body: { Token: password, Password: 'Neuland-2026-Sued' },
  })
  expect(body.ErrorCode).toBe('PSOF0205')
})

test('only who gives the password asks for another address, at the tenants that have one, and not for what may not take part', async () => {
  const person = await registered(server)
  const { email } = stranger()
  expect((await ask(person, email, { Password: 'falsch' })).body.ErrorCode).toBe('PSOF0201')
  expect((await ask(person, 'kein Postfach')).body.ErrorCode).toBe('PSOF0304')
  expect((await ask(person, person.email)).body.Fields).toEqual([
    { Field: 'Email', Message: 'Diese Adresse ist es schon.' },
  ])
  expect(await queuedMails(server, 'standard', email)).toEqual([])
  expect((await press('x'.repeat(43))).body.ErrorCode).toBe('PSOF0205')
})

test('an address that has an account is told so by mail; who asked hears the same, and nothing changes', async () => {
  const [person, other] = [await registered(server), await registered(server)]
  expect((await ask(person, other.email)).status).toBe(202)
  const mails = await queuedMails(server, 'standard', other.email)
  expect(mails.map(({ template }) => template)).toContain('emailTaken')
  expect(mails.map(({ template }) => template)).not.toContain('newEmail')

  // Free when it was asked for, and somebody else's when the link is pressed.
  const { email } = stranger()
  await ask(person, email)
  const link = await linkOf(email, 'newEmail')
  await registered(server, 'standard', email)
  expect((await press(link)).body.ErrorCode).toBe('PSOF0302')
  expect((await userOf(person.token)).Email).toBe(person.email)
})

test('two people who are given one address at the same moment: one has it', async () => {
  const people = [await registered(server), await registered(server), await registered(server)]
  const { email } = stranger()
  for (const person of people) expect((await ask(person, email)).status).toBe(202)
  const links = (await queuedMails(server, 'standard', email)).map(({ token }) => token!)
  const answers = await Promise.all(links.map((link) => press(link)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
})

test('the old address objects: the change ends, every session ends, and the link of another tenant or of before does nothing', async () => {
  const person = await registered(server)
  const { email } = stranger()
  await ask(person, email)
  const [link, objection] = [
    await linkOf(email, 'newEmail'),
    await linkOf(person.email, 'oldEmail'),
  ]
  expect((await press(objection, undefined, 'telko')).body.ErrorCode).toBe('PSOF0205')
  expect((await look(objection)).body.Art).toBe('widerspruch')
  expect(JSON.stringify((await look(objection)).body)).not.toContain(email)
  expect((await press(objection)).body).toMatchObject({ Art: 'widerspruch' })
  expect((await press(link)).body.ErrorCode).toBe('PSOF0205')
  expect((await userOf(person.token)).ErrorCode).toBe('PSOF0204')
  expect((await login(person.email)).body.ErrorCode).toBe('PSOF0201')
  const [told] = await queuedMails(server, 'standard', person.email)
  expect(told).toMatchObject({ template: 'setPassword', data: { objected: 1 } })
})

test('the last wish counts, a link lasts a day, and nobody is mailed more than three wishes a day', async () => {
  const person = await registered(server)
  const [first, second, third] = [stranger().email, stranger().email, stranger().email]
  await ask(person, first)
  await ask(person, second)
  expect((await press(await linkOf(first, 'newEmail'))).body.ErrorCode).toBe('PSOF0205')
  await ask(person, third)
  const fourth = await ask(person, stranger().email)
  expect(fourth.body.ErrorCode).toBe('PSOF0605')
  server.clock.advance('P1DT1M')
  expect((await press(await linkOf(third, 'newEmail'))).body.ErrorCode).toBe('PSOF0205')
})

test('an objection that comes after the change tells nothing of the new address, and gives the account to nobody', async () => {
  const person = await registered(server)
  const email = `zzz-${stranger().email}`
  await ask(person, email)
  const objection = await linkOf(person.email, 'oldEmail')
  expect((await press(await linkOf(email, 'newEmail'), person.token)).status).toBe(200)
  expect((await look(objection)).body).toMatchObject({
    Art: 'zu-spaet',
    Email: 'p***@post.example',
  })
  expect(await waiting(person.email)).toEqual([])
  const presses = await Promise.all([press(objection), press(objection)])
  expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 410])
  expect(presses.find(({ status }) => status === 200)!.body).toMatchObject({ Art: 'zu-spaet' })
  expect((await look(objection)).body.Details).toEqual({ Art: 'zu-spaet' })
  // Support hears of it once, and whom to answer.
  expect(await waiting(person.email)).toMatchObject([{ name: 'Mara Lindenau', language: 'de' }])
  const { contact } = await server.deps.tenants.get('standard')
  const told = await queuedMails(server, 'standard', contact.email)
  const about = told.filter(({ data }) => data.email === person.email)
  expect(about).toMatchObject([{ template: 'contactMessage', data: { topic: 'objection' } }])
  expect((await login(person.email)).body.ErrorCode).toBe('PSOF0201')
  expect((await login(email)).status).toBe(200)
  for (const to of [person.email, email])
    expect(
      (await queuedMails(server, 'standard', to)).map(({ template }) => template),
    ).not.toContain('setPassword')
})

test('whoever has a stranger’s mails sent to the wanted address keeps nobody from it: a captcha helps, and a refused wish is none of the day’s', async () => {
  const person = await registered(server)
  const { email } = stranger()
  for (let mail = 0; mail < 5; mail++)
    await server.call('POST', '/standard/account/createEmpfehler', {
      ip: stranger().ip,
      body: { Vorname: 'Nie', Nachname: 'Mand', Email: email },
    })
  const refusals = []
  for (let wishes = 0; wishes < 4; wishes++) refusals.push(await ask(person, email))
  expect(refusals.map(({ body }) => body.ErrorCode)).toEqual(Array(4).fill('PSOF0501'))
  const challenge = refusals[0]!.body.Details.Challenge
  expect((await ask(person, email, {}, 'unsinn')).body.ErrorCode).toBe('PSOF0502')
  const solution = await solve(challenge)
  expect((await ask(person, email, {}, solution)).status).toBe(202)
  expect((await ask(person, email, {}, solution)).body.ErrorCode).toBe('PSOF0502')
  // Two of three are left, for any address.
  for (const status of [202, 202, 429])
    expect((await ask(person, stranger().email)).status).toBe(status)
})

test('an objection to one wish knows of the change that another wish made, and one in time asks nobody', async () => {
  const person = await registered(server)
  await ask(person, stranger().email)
  const first = await linkOf(person.email, 'oldEmail')
  const { email } = stranger()
  await ask(person, email)
  expect((await look(first)).body.Art).toBe('widerspruch')
  expect((await press(await linkOf(email, 'newEmail'))).status).toBe(200)
  expect((await press(first)).body).toMatchObject({ Art: 'zu-spaet' })

  const intime = await registered(server)
  await ask(intime, stranger().email)
  expect((await press(await linkOf(intime.email, 'oldEmail'))).body.Art).toBe('widerspruch')
  expect(await waiting(intime.email)).toEqual([])
})

test('an own name is corrected at once, and its rules are those of any name', async () => {
  const person = await registered(server)
  const name = (body: Record<string, unknown>) =>
    server.call('PUT', '/standard/empfehler/name', { token: person.token, body })
  expect((await name({ Vorname: 'Marie', Nachname: 'Linden-Au' })).status).toBe(200)
  expect(await userOf(person.token)).toMatchObject({ Vorname: 'Marie', Nachname: 'Linden-Au' })
  const wrong = await name({ Vorname: 'www.beute.example', Nachname: 'X' })
  expect(wrong.body).toMatchObject({ ErrorCode: 'PSOF0101', Fields: [{ Field: 'Vorname' }] })
})

describe('whoever was logged in by a mailed link', () => {
  const choose = (token: string) =>
    server.call('PUT', '/standard/account/resetPasswordWithoutToken', {
      token,
      body: { Password: goodPassword },
    })

  /** By the one press of a mail, with or without a password of before. */
  async function byLink(known?: Person): Promise<Person> {
    const person = known ?? { ...stranger(), token: '' }
    await postReferral(server, wish(person.email))
    const template = known ? 'finishReferral' : 'welcome'
    const { body } = await server.call('PUT', '/standard/empfehlen/bestaetigung', {
      body: { Token: await mailedToken(server, 'standard', person.email, template) },
    })
    return { ...person, token: body.Anmeldung.Token as string }
  }

  test('changes the address by the account’s password, and by no session without it', async () => {
    const person = await byLink(await registered(server))
    const { email } = stranger()
    expect((await ask(person, email, { Password: 'Falsch-2026-Wort' })).body.ErrorCode).toBe(
      'PSOF0201',
    )
    expect(await queuedMails(server, 'standard', email)).toEqual([])
    expect((await ask(person, email)).status).toBe(202)
    expect((await press(await linkOf(email, 'newEmail'))).status).toBe(200)
    // The session of before knew the password for this one wish; it is over with the change.
    expect((await userOf(person.token)).ErrorCode).toBe('PSOF0204')
  })

  test('without a password chooses it first; both addresses are told, and the old one ends it all', async () => {
    const person = await byLink()
    const { email } = stranger()
    expect((await ask(person, email)).body.ErrorCode).toBe('PSOF0201')
    expect((await choose(person.token)).status).toBe(200)
    expect((await ask(person, email)).status).toBe(202)
    const told = (await queuedMails(server, 'standard', person.email)).map((one) => one.template)
    expect(told).toEqual(expect.arrayContaining(['passwordChanged', 'oldEmail']))
    const link = await linkOf(email, 'newEmail')
    expect((await press(await linkOf(person.email, 'oldEmail'))).status).toBe(200)
    expect((await press(link)).body.ErrorCode).toBe('PSOF0205')
    expect((await userOf(person.token)).ErrorCode).toBe('PSOF0204')
  })

  test('a day later is helped by another link to the present address alone, so a stolen session takes nothing', async () => {
    const person = await byLink()
    server.clock.advance('PT25H')
    await stillLoggedIn(server, 'standard')
    const { email } = stranger()
    expect((await choose(person.token)).body.ErrorCode).toBe('PSOF0203')
    expect((await ask(person, email)).body.ErrorCode).toBe('PSOF0201')
    expect(await queuedMails(server, 'standard', email)).toEqual([])
  })
})

test('a link that has done its work says which it was, however often it is opened', async () => {
  const person = await registered(server)
  const { email } = stranger()
  await ask(person, email)
  const [link, objection] = [
    await linkOf(email, 'newEmail'),
    await linkOf(person.email, 'oldEmail'),
  ]
  for (const [token, kind] of [
    [link, 'neu'],
    [objection, 'zu-spaet'],
  ] as const) {
    expect((await press(token)).status).toBe(200)
    for (const again of [look, press])
      expect((await again(token)).body).toMatchObject({
        ErrorCode: 'PSOF0206',
        Details: { Art: kind },
      })
  }
})

test('the old mailbox is told that the address was changed, masked, on which device, and objects by that mail; not before, and once', async () => {
  for (const own of [false, true]) {
    const person = await registered(server)
    const { email } = stranger()
    const told = async () =>
      (await queuedMails(server, 'standard', person.email)).filter(
        ({ template }) => template === 'emailChanged',
      )
    await ask(person, email)
    const link = await linkOf(email, 'newEmail')
    expect(await told()).toEqual([])
    await Promise.all([1, 2, 3].map(() => press(link, own ? person.token : undefined)))
    const [mail, ...more] = await told()
    expect(more).toEqual([])
    expect(mail!.data).toMatchObject({ maskedEmail: maskEmail(email), moved: own ? null : 1 })
    expect(JSON.stringify(mail!.data)).not.toContain(email)
    expect((await look(mail!.token!)).body).toMatchObject({ Art: 'zu-spaet' })
    expect((await press(mail!.token!)).body).toMatchObject({ Art: 'zu-spaet' })
    expect(await waiting(person.email)).toMatchObject([
      { account_id: expect.stringMatching(/^[0-9a-f-]{36}$/), referral_number: null },
    ])
    expect((await userOf(person.token)).Email).toBe(own ? email : undefined)
  }
})

test('a wish from before the provider logged people in changes nothing, and an objection to it ends what it did without a mail about a password', async () => {
  const [changing, objecting] = [await registered(server), await registered(server)]
  const emails = [stranger().email, stranger().email] as const
  await ask(changing, emails[0])
  await ask(objecting, emails[1])
  const { tenant: stored } = demoTenants.find(({ tenant }) => tenant.code === 'standard')!
  const configure = async (IsAutologin: boolean) => {
    const changed = { ...stored, flags: { ...stored.flags, IsAutologin } }
    await withTenant(server.db, 'standard', (tx) => saveTenant(tx, changed, server.clock.now()))
    server.deps.tenants.forget()
  }
  await configure(true)
  try {
    const link = await linkOf(emails[0], 'newEmail')
    expect((await look(link)).body.ErrorCode).toBe('PSOF0205')
    expect((await press(link)).body.ErrorCode).toBe('PSOF0205')
    expect((await press(await linkOf(objecting.email, 'oldEmail'))).body.Art).toBe('widerspruch')
    expect((await userOf(objecting.token)).ErrorCode).toBe('PSOF0204')
    for (const to of [...emails, changing.email, objecting.email])
      expect(
        (await queuedMails(server, 'standard', to)).map(({ template }) => template),
      ).not.toContain('setPassword')
  } finally {
    await configure(false)
  }
  expect((await userOf(changing.token)).Email).toBe(changing.email)
})
