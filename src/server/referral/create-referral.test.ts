import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isNumber, parseCode } from '../../domain/numbers.ts'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { goodPassword, registered, stranger } from '../account/people.test-helper.ts'
import { withTenant } from '../db/connection.ts'
import { withFreshNumbers } from './fresh-numbers.ts'
import {
  countAudited,
  postReferral,
  readReferral,
  recommended,
  wish,
} from './journey.test-helper.ts'
import { insertReferrals } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())

const count = (
  table: 'referrals' | 'accounts' | 'mails' | 'consents' | 'audit_log' | 'outbox' | 'tokens',
) =>
  withTenant(server.db, 'standard', async (tx) => {
    const { n } = await tx
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('tenant', '=', 'standard')
      .executeTakeFirstOrThrow()
    return n
  })

test('a stranger creates a referral: a working link at once, an account and a welcome mail beside it', async () => {
  const { email, ip } = stranger()
  const { status, body } = await postReferral(server, wish(email.toUpperCase()), { ip })
  expect(status).toBe(201)
  expect(isNumber(body.Empfehlungsnummer)).toBe(true)
  expect(body.Hex).toMatch(/^[0-9a-f]{32}$/)
  expect(parseCode(body.Empfehlungscode)).toBe(body.Empfehlungscode)
  expect(body.KurzURL).toBe(`http://localhost:3000/k/${body.Empfehlungscode}`)
  expect(body.Empfehlungslink).toBe(
    `http://localhost:3000/api/v1/standard/empfehlen/click/${body.Empfehlungsnummer}?channel=ln`,
  )
  // Created on 17 November: the sixtieth day after it is 16 January.
  expect(body.GueltigBis).toBe('2027-01-16')
  expect(await readReferral(server, body.Empfehlungsnummer)).toMatchObject({
    state: 'open',
    owned_at: null,
    share: 50,
    channel: 'wa',
    first_name: 'Mara',
  })
  const [mail] = await queuedMails(server, 'standard', email)
  expect(mail).toMatchObject({
    template: 'welcome',
    data: { firstName: 'Mara', productTitle: 'den Ökostrom', referralLink: body.KurzURL },
  })
  const consents = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('consents')
      .select(['kind', 'version', 'given'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', body.Empfehlungsnummer)
      .orderBy('kind')
      .execute(),
  )
  expect(consents.map(({ kind, given }) => [kind, given])).toEqual([
    ['eligibility', true],
    ['terms', true],
  ])
})

test('the answer does not tell whether the address has an account, and the referral waits for the mailed link either way', async () => {
  const known = await registered(server)
  const forKnown = await postReferral(server, wish(known.email, { name: 'Frech' }))
  const forNew = await postReferral(server, wish(stranger().email, { name: 'Frech' }))
  expect([forKnown.status, forNew.status]).toEqual([201, 201])
  expect(Object.keys(forKnown.body)).toEqual(Object.keys(forNew.body))
  const { Empfehlungsnummer: number, Hex: hex } = forKnown.body
  expect((await readReferral(server, number)).owned_at).toBeNull()
  expect((await server.call('GET', `/standard/empfehlen/${number}/${hex}`)).body.ErrorCode).toBe(
    'PSOF0308',
  )
  // The page shows the name as typed, never the account's.
  expect((await server.call('GET', `/standard/empfehlen/${number}`)).body.Empfehler).toEqual({
    Vorname: 'Frech',
  })
  const [mail] = await queuedMails(server, 'standard', known.email)
  expect(mail).toMatchObject({
    template: 'finishReferral',
    data: { firstName: 'Mara', productTitle: 'den Ökostrom' },
  })
  const user = await server.call('GET', '/standard/account/user', { token: known.token })
  expect(user.body.Vorname).toBe('Mara')
})

test('the mailed link takes the referral over, once in effect however often it is pressed', async () => {
  const known = await registered(server)
  const made = (await postReferral(server, wish(known.email))).body
  const token = await mailedToken(server, 'standard', known.email, 'finishReferral')
  const press = () =>
    server.call('PUT', '/standard/empfehlen/bestaetigung', { body: { Token: token } })
  const answers = await Promise.all(Array.from({ length: 10 }, press))
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(body).toMatchObject({
      Empfehlungsnummer: made.Empfehlungsnummer,
      Hex: made.Hex,
      Produkt: 'Ökostrom',
      Empfehlungslink: made.Empfehlungslink,
    })
  }
  expect(await countAudited(server, 'claim-referral', made.Empfehlungsnummer)).toBe(1)
  expect(
    (await server.call('GET', `/standard/empfehlen/${made.Empfehlungsnummer}/${made.Hex}`)).status,
  ).toBe(200)
  const elsewhere = await server.call('PUT', '/telko/empfehlen/bestaetigung', {
    body: { Token: token },
  })
  expect([elsewhere.status, elsewhere.body.ErrorCode]).toEqual([410, 'PSOF0205'])
})

test('a claim link dies after seven days, and a session is none', async () => {
  const known = await registered(server)
  await postReferral(server, wish(known.email))
  const Token = await mailedToken(server, 'standard', known.email, 'finishReferral')
  server.clock.advance('P7D')
  for (const text of [Token, known.token]) {
    const { body } = await server.call('PUT', '/standard/empfehlen/bestaetigung', {
      body: { Token: text },
    })
    expect(body.ErrorCode).toBe('PSOF0205')
  }
})

test('completing the registration takes over everything that was made with the address', async () => {
  const person = stranger()
  const first = (await postReferral(server, wish(person.email))).body
  const second = (await postReferral(server, wish(person.email, { product: '103' }))).body
  const Token = await mailedToken(server, 'standard', person.email, 'welcome')
  const outbox = await count('outbox')
  const done = await server.call('PUT', '/standard/account/resetPassword', {
    body: { Token, Password: goodPassword, PasswordConfirm: goodPassword },
  })
  expect(done.status).toBe(200)
  for (const { Empfehlungsnummer, Hex } of [first, second]) {
    expect((await readReferral(server, Empfehlungsnummer)).owned_at).not.toBeNull()
    expect(
      (await server.call('GET', `/standard/empfehlen/${Empfehlungsnummer}/${Hex}`)).status,
    ).toBe(200)
  }
  expect((await count('outbox')) - outbox).toBe(2)
  const jobs = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('outbox')
      .select(['kind', 'payload'])
      .where('tenant', '=', 'standard')
      .orderBy('outbox_id', 'desc')
      .limit(2)
      .execute(),
  )
  const payload = { accountId: (await readReferral(server, first.Empfehlungsnummer)).account_id }
  expect(jobs.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { kind: 'ask-newsletter', payload },
    { kind: 'provide-rewards', payload },
  ])
})

test('a new password alone takes nothing over that a stranger made with the address', async () => {
  const known = await registered(server)
  const made = (await postReferral(server, wish(known.email))).body
  await server.call('GET', `/standard/account/resetPassword/${known.email}`, { ip: known.ip })
  const Token = await mailedToken(server, 'standard', known.email, 'setPassword')
  await server.call('PUT', '/standard/account/resetPassword', {
    body: { Token, Password: goodPassword, PasswordConfirm: goodPassword },
  })
  expect((await readReferral(server, made.Empfehlungsnummer)).owned_at).toBeNull()
})

test('the own session owns at once and gets no mail; another address in the form does not', async () => {
  const person = await registered(server)
  const mails = (await queuedMails(server, 'standard', person.email)).length
  const made = await postReferral(server, wish(person.email), { token: person.token })
  expect((await readReferral(server, made.body.Empfehlungsnummer)).owned_at).not.toBeNull()
  expect(await queuedMails(server, 'standard', person.email)).toHaveLength(mails)
  const other = await postReferral(server, wish(stranger().email), { token: person.token })
  expect((await readReferral(server, other.body.Empfehlungsnummer)).owned_at).toBeNull()
})

test('what is refused leaves nothing behind', async () => {
  const tables = [
    'referrals',
    'accounts',
    'mails',
    'consents',
    'audit_log',
    'outbox',
    'tokens',
  ] as const
  const before = await Promise.all(tables.map(count))
  const { email } = stranger()
  const good = wish(email)
  const cases: [unknown, string, string?][] = [
    [{ ...good, Empfehler: { ...good.Empfehler, Agb: false } }, 'PSOF0306'],
    [{ ...good, Empfehler: { ...good.Empfehler, Agb: 'nein' } }, 'PSOF0306'],
    [{ ...good, Empfaenger: { Email: email.toUpperCase() } }, 'PSOF0305'],
    [{ ...good, Empfaenger: { Email: 'keine-adresse' } }, 'PSOF0304'],
    [wish('keine-adresse'), 'PSOF0304'],
    [wish('wer@sonnseite.example'), 'PSOF0211'],
    [wish(email, { product: '999' }), 'PSOF0308'],
    [wish(email, { share: 30 }), 'PSOF0101', 'Empfehlung.Anteil'],
    [wish(email, { share: 101 }), 'PSOF0101', 'Empfehlung.Anteil'],
    [{ ...good, Unbekannt: 1 }, 'PSOF0101', 'Unbekannt'],
    [{ Empfehlung: good.Empfehlung }, 'PSOF0101', 'Empfehler'],
    [
      { ...good, Empfehler: { ...good.Empfehler, Vorname: '<b>' } },
      'PSOF0101',
      'Empfehler.Vorname',
    ],
  ]
  for (const [body, code, field] of cases) {
    const answer = await postReferral(server, body)
    expect(answer.body.ErrorCode, JSON.stringify(body)).toBe(code)
    if (field)
      expect(answer.body.Fields.map((one: { Field: string }) => one.Field)).toContain(field)
  }
  expect(await Promise.all(tables.map(count))).toEqual(before)
})

test('a tenant with a whitelist and forced login: log in first, and only listed addresses', async () => {
  expect(
    (await postReferral(server, wish('ina@bergvogel.example'), {}, 'bgv')).body.ErrorCode,
  ).toBe('PSOF0209')
  const person = await registered(server, 'bgv', 'ina@bergvogel.example')
  const product = (await server.call('GET', '/bgv/produkt')).body[0].Id
  const made = await postReferral(
    server,
    wish(person.email, { product, share: 100 }),
    { token: person.token },
    'bgv',
  )
  expect(made.status).toBe(201)
  const fremd = await postReferral(
    server,
    wish('fremd@post.example', { product }),
    { token: person.token },
    'bgv',
  )
  expect(fremd.body).toMatchObject({
    ErrorCode: 'PSOF0303',
    Fields: [
      { Field: 'Empfehler.Email', Message: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.' },
    ],
  })
  const consents = await withTenant(server.db, 'bgv', (tx) =>
    tx.selectFrom('consents').select('kind').where('tenant', '=', 'bgv').execute(),
  )
  expect(consents).toEqual([{ kind: 'terms' }])
})

test('a key that somebody else used brings nobody their answer', async () => {
  const { email } = stranger()
  const headers = { 'idempotency-key': 'guessable' }
  const [one, two] = [
    await postReferral(server, wish(email), { ip: stranger().ip, headers }),
    await postReferral(server, wish(email), { ip: stranger().ip, headers }),
  ]
  expect([one.status, two.status]).toEqual([201, 201])
  expect(two.body.Empfehlungsnummer).not.toBe(one.body.Empfehlungsnummer)
})

test('the same key gives the same referral, also in parallel, and asks for no captcha again', async () => {
  const { email, ip } = stranger()
  const headers = { 'idempotency-key': `create-${email}` }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => postReferral(server, wish(email), { ip, headers })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await queuedMails(server, 'standard', email)).toHaveLength(1)
  expect(
    (await postReferral(server, wish(email, { product: '102' }), { ip, headers })).body.ErrorCode,
  ).toBe('PSOF0606')
})

test('a code that is taken is drawn again, and the caller notices nothing', async () => {
  const taken = await readReferral(server, (await recommended(server)).Empfehlungsnummer)
  const drawn = ['number-1', 'number-2']
  await withFreshNumbers(() =>
    withTenant(server.db, 'standard', (tx) => {
      const number = drawn.shift()!
      const { created_at, is_link: _, state: __, tenant: ___, cancelled_at: ____, ...rest } = taken
      const code = number === 'number-1' ? taken.code : 'ZZZZ-ZZZZ'
      const row = { ...rest, is_link: false, number, code, owned_at: null, agency_plan: null }
      return insertReferrals(tx, 'standard', [{ ...row, created_at: created_at.toString() }])
    }),
  )
  expect(drawn).toEqual([])
  expect((await readReferral(server, 'number-2')).code).toBe('ZZZZ-ZZZZ')
})

test('parallel first referrals of one address make one account with all of them', async () => {
  const { email } = stranger()
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => postReferral(server, wish(email))),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  const owners = await Promise.all(
    answers.map(
      async ({ body }) => (await readReferral(server, body.Empfehlungsnummer)).account_id,
    ),
  )
  expect(new Set(owners).size).toBe(1)
})
