import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { registered, solve, stranger } from '../account/people.test-helper.ts'
import { withTenant } from '../db/connection.ts'
import {
  acceptance,
  accepted,
  postReferral,
  readRecipients,
  readReferral,
  recommended,
  wish,
} from './journey.test-helper.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const create = (
  number: string,
  body: unknown,
  options: Parameters<TestServer['call']>[2] = {},
  tenant = 'standard',
  query = '',
) =>
  server.call('POST', `/${tenant}/empfaenger/create/${number}${query}`, {
    ip: stranger().ip,
    body,
    ...options,
  })
const status = async (number: string) =>
  (await server.call('GET', `/standard/empfehlen/${number}`)).body.Status

test('a recipient accepts: the referral is Ok, a mail asks for confirmation, consents are kept apart', async () => {
  const made = await recommended(server)
  const { email } = stranger()
  const body = acceptance(email.toUpperCase(), {
    Werbeeinwilligung: true,
    AgbText: 'Die Bedingungen, wie gezeigt.',
    Geburtsdatum: '29.02.2000',
    Telefon: '+49 221 1234',
  })
  const answer = await create(made.Empfehlungsnummer, body, {}, 'standard', '?channel=fb')
  expect(answer.status).toBe(201)
  expect(answer.body.Hex).toMatch(/^[0-9a-f]{52}$/)
  expect(await status(made.Empfehlungsnummer)).toBe('Ok')
  const [row] = await readRecipients(server, made.Empfehlungsnummer)
  expect(row).toMatchObject({
    email,
    state: 'accepted',
    channel: 'fb',
    birth_date: '2000-02-29',
    phone: '+49 221 1234',
    advertising: true,
    delete_on: '2027-02-10', // the day after the last of twelve weeks
  })
  const [mail] = await queuedMails(server, 'standard', email)
  expect(mail).toMatchObject({
    template: 'confirmRecipient',
    data: {
      firstName: 'Jonas',
      referrerFirstName: 'Mara',
      productTitle: 'den Ökostrom',
      amount: '25,00\u00a0€',
    },
  })
  const kept = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('consents as c')
      .innerJoin('consent_texts as t', (join) =>
        join.onRef('t.tenant', '=', 'c.tenant').onRef('t.text_hash', '=', 'c.text_hash'),
      )
      .select(['c.kind', 't.text'])
      .where('c.tenant', '=', 'standard')
      .where('c.subject_id', '=', answer.body.Empfaengernummer)
      .orderBy('c.kind')
      .execute(),
  )
  expect(kept.map(({ kind }) => kind)).toEqual(['advertising', 'terms'])
  expect(kept[1]!.text).toBe('Die Bedingungen, wie gezeigt.')
})

test('consents of both sides are kept in the words of the language that the page spoke', async () => {
  const headers = { 'accept-language': 'en' }
  const { body: made } = await postReferral(server, wish(stranger().email), { headers })
  const { ip, email } = stranger()
  const path = `/standard/empfaenger/create/${made.Empfehlungsnummer}`
  const body = acceptance(email, { Werbeeinwilligung: true })
  const { body: entry } = await server.call('POST', path, { ip, headers, body })
  const kept = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('consents as c')
      .innerJoin('consent_texts as t', (join) =>
        join.onRef('t.tenant', '=', 'c.tenant').onRef('t.text_hash', '=', 'c.text_hash'),
      )
      .select(['c.subject_kind', 'c.kind', 't.text'])
      .where('c.tenant', '=', 'standard')
      .where('c.subject_id', 'in', [made.Empfehlungsnummer, entry.Empfaengernummer])
      .execute(),
  )
  const english = /\b(the|of|and|may inform me)\b/
  expect(
    kept.map(({ subject_kind, kind, text }) => `${subject_kind} ${kind} ${english.test(text)}`),
  ).toEqual(
    expect.arrayContaining([
      'referral terms true',
      'referral eligibility true',
      'recipient terms true',
      'recipient advertising true',
    ]),
  )
})

test('the hex shows the recipient their data; another hex, tenant or guess shows nothing', async () => {
  const made = await recommended(server)
  const recipient = await accepted(server, made.Empfehlungsnummer)
  const { body } = await server.call('GET', `/standard/empfaenger/${recipient.Hex}`)
  expect(body).toMatchObject({
    Empfaengernummer: recipient.Empfaengernummer,
    Empfehlungsnummer: made.Empfehlungsnummer,
    Vorname: 'Jonas',
    Email: recipient.email,
    Bestaetigt: false,
    Zugestimmt: true,
    Geburtsdatum: null,
    Produkt: 'Ökostrom',
  })
  expect(body.Produktlink).toContain(`empfaengernummer=${recipient.Empfaengernummer}`)
  const forged = recipient.Hex.slice(0, 20) + '0'.repeat(32)
  for (const path of [
    `/standard/empfaenger/${forged}`,
    `/telko/empfaenger/${recipient.Hex}`,
    `/standard/empfaenger/${recipient.Empfaengernummer}`,
  ]) {
    expect((await server.call('GET', path)).body.ErrorCode).toBe('PSOF0308')
  }
})

test('what is refused leaves nothing behind, and says why', async () => {
  const person = await registered(server)
  const owned = (
    await server.call('POST', '/standard/empfehlen/create', {
      token: person.token,
      body: wish(person.email),
    })
  ).body
  const number = owned.Empfehlungsnummer as string
  const { email } = stranger()
  const cases: [string, unknown, string, Parameters<TestServer['call']>[2]?][] = [
    ['0000000000000000', acceptance(email), 'PSOF0308'],
    ['unsinn', acceptance(email), 'PSOF0308'],
    [number, acceptance(email, { Agb: false }), 'PSOF0306'],
    [number, acceptance(person.email.toUpperCase()), 'PSOF0305'],
    [number, acceptance('keine-adresse'), 'PSOF0304'],
    [number, acceptance('wer@sonnseite.example'), 'PSOF0211'],
    [number, acceptance(email), 'PSOF0310', { token: person.token }],
    [number, acceptance(email, { Geburtsdatum: '30.02.2000' }), 'PSOF0101'],
    [number, acceptance(email, { Geburtsdatum: '17.11.2026' }), 'PSOF0101'],
    [number, acceptance(email, { Geburtsdatum: '01.01.1899' }), 'PSOF0101'],
    [number, acceptance(email, { Geburtsdatum: '18.11.2008' }), 'PSOF0101'],
    [number, acceptance(email, { Anrede: 'Dr' }), 'PSOF0101'],
    [
      number,
      acceptance(email, { Adresse: { Strasse: 'Weg', Hausnummer: '1', Plz: '123', Ort: 'Köln' } }),
      'PSOF0101',
    ],
    [number, null, 'PSOF0101'],
  ]
  for (const [to, body, code, options] of cases) {
    expect((await create(to, body, options)).body.ErrorCode, JSON.stringify(body)).toBe(code)
  }
  expect(await readRecipients(server, number)).toEqual([])
  expect(await status(number)).toBe('Offen')
  expect((await create(number, acceptance(email), {}, 'telko')).body.ErrorCode).toBe('PSOF0308')
})

test('a first name and an address are enough at every tenant; what else is given is kept, and checked', async () => {
  const person = await registered(server, 'bgv', 'uwe@bergvogel.example')
  const product = (await server.call('GET', '/bgv/produkt')).body[0].Id
  const { body } = await server.call('POST', '/bgv/empfehlen/create', {
    token: person.token,
    body: wish(person.email, { product }),
  })
  const number = body.Empfehlungsnummer as string
  const { email } = stranger()
  const least = { Vorname: 'Jonas', Email: email, Agb: true }
  const leftEmpty = { Anrede: '', Name: '', Geburtsdatum: '', Telefon: '' }
  expect((await create(number, { ...least, ...leftEmpty }, {}, 'bgv')).status).toBe(201)
  expect((await create(number, { ...least, Vorname: '' }, {}, 'bgv')).body).toMatchObject({
    ErrorCode: 'PSOF0101',
    Fields: [{ Field: 'Vorname' }],
  })
  const more = {
    Anrede: 'Keine Angabe',
    Name: 'Feldmann',
    Geburtsdatum: '24.12.1990',
    Adresse: { Strasse: 'Talweg', Hausnummer: '7a', Plz: '80331', Ort: 'München' },
  }
  const other = stranger().email
  expect((await create(number, { ...least, ...more, Email: other }, {}, 'bgv')).status).toBe(201)
  const wrong = await create(number, { ...least, Geburtsdatum: '31.02.1990' }, {}, 'bgv')
  expect(wrong.body.Fields).toEqual([
    { Field: 'Geburtsdatum', Message: 'Dieses Datum gibt es nicht.' },
  ])
  const rows = await readRecipients(server, number, 'bgv')
  expect(rows.find((row) => row.email === email)).toMatchObject({
    salutation: '',
    last_name: '',
    birth_date: null,
    zip: null,
  })
  expect(rows.find((row) => row.email === other)).toMatchObject({
    salutation: '',
    last_name: 'Feldmann',
    birth_date: '1990-12-24',
    zip: '80331',
  })
})

test('the same key makes one recipient with the same token, also in parallel', async () => {
  const made = await recommended(server)
  const { email, ip } = stranger()
  const headers = { 'idempotency-key': `accept-${email}` }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      create(made.Empfehlungsnummer, acceptance(email), { ip, headers }),
    ),
  )
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(answers[0]!.status).toBe(201)
  expect(await readRecipients(server, made.Empfehlungsnummer)).toHaveLength(1)
  const other = acceptance(email, { Vorname: 'Anders' })
  expect((await create(made.Empfehlungsnummer, other, { ip, headers })).body.ErrorCode).toBe(
    'PSOF0606',
  )
})

test('an address gets a few mails from strangers, then a captcha is due', async () => {
  const made = await recommended(server)
  const { email } = stranger()
  for (let round = 0; round < 5; round++)
    expect((await create(made.Empfehlungsnummer, acceptance(email))).status).toBe(201)
  const refused = await create(made.Empfehlungsnummer, acceptance(email))
  expect([refused.status, refused.body.ErrorCode]).toEqual([428, 'PSOF0501'])
  const captcha = await solve(refused.body.Details.Challenge)
  expect(
    (await create(made.Empfehlungsnummer, acceptance(email), {}, 'standard', `?captcha=${captcha}`))
      .status,
  ).toBe(201)
})

test("who tries addresses to find the referrer's gets ten answers an hour, in parallel too, then one for each captcha", async () => {
  const made = await recommended(server)
  const { ip } = stranger()
  const guess = (email: string, query = '') =>
    create(made.Empfehlungsnummer, acceptance(email), { ip }, 'standard', query)
  const answers = await Promise.all(Array.from({ length: 14 }, () => guess(made.email)))
  expect(answers.filter(({ body }) => body.ErrorCode === 'PSOF0305')).toHaveLength(10)
  expect(answers.filter(({ body }) => body.ErrorCode === 'PSOF0501')).toHaveLength(4)
  const due = await guess(stranger().email)
  expect(due.body.ErrorCode).toBe('PSOF0501')
  const solved = `?captcha=${await solve(due.body.Details.Challenge)}`
  expect((await guess(made.email, solved)).body.ErrorCode).toBe('PSOF0305')
  expect((await guess(made.email, solved)).body.ErrorCode).toBe('PSOF0502')
  for (let round = 0; round < 5; round++)
    expect((await guess(made.email, '?captcha=mail')).body.ErrorCode).toBe('PSOF0305')
  expect((await guess(made.email, '?captcha=mail')).body.ErrorCode).toBe('PSOF0605')
  expect(await readRecipients(server, made.Empfehlungsnummer)).toHaveLength(0)
})

test('a refusal is repeated with its idempotency key', async () => {
  const made = await recommended(server)
  const options = { headers: { 'idempotency-key': 'refused-1' }, ip: stranger().ip }
  for (let round = 0; round < 12; round++) {
    const answer = await create(made.Empfehlungsnummer, acceptance(made.email), options)
    expect([answer.status, answer.body.ErrorCode]).toEqual([422, 'PSOF0305'])
  }
})

test('consent is kept with its text; options are those of the own amount', async () => {
  const made = await recommended(server)
  const [one, two] = [
    await accepted(server, made.Empfehlungsnummer),
    await accepted(server, made.Empfehlungsnummer),
  ]
  const consent = (token?: string) =>
    server.call('PUT', '/standard/empfaenger/zustimmung', {
      ...(token ? { token } : {}),
      body: { AgbText: 'Fassung zwei' },
    })
  expect((await consent(one.Token)).body).toEqual({})
  expect((await consent()).body.ErrorCode).toBe('PSOF0212')
  const kept = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('consents')
      .select('kind')
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', one.Empfaengernummer)
      .execute(),
  )
  expect(kept).toHaveLength(2)
  const options = (number: string) =>
    server.call('GET', `/standard/empfaenger/${number}/praemie/`, { token: one.Token })
  const own = await options(one.Empfaengernummer)
  expect(own.body.map((option: { WertCent: number }) => option.WertCent)).toEqual([
    2500, 2500, 2500, 2500,
  ])
  expect((await options(made.Empfehlungsnummer)).body).toEqual(own.body)
  expect((await options(two.Empfaengernummer)).body.ErrorCode).toBe('PSOF0308')
})

test('after its last day a referral takes nobody new, and one that was cancelled neither', async () => {
  server.clock.set('2026-11-17T11:00:00Z')
  const made = await recommended(server)
  const { email } = stranger()
  await withTenant(server.db, 'standard', (tx) =>
    tx
      .updateTable('referrals')
      .set({ valid_until: '2026-11-16' })
      .where('tenant', '=', 'standard')
      .where('number', '=', made.Empfehlungsnummer)
      .execute(),
  )
  expect((await create(made.Empfehlungsnummer, acceptance(email))).body.ErrorCode).toBe('PSOF0307')
  const other = await recommended(server)
  await withTenant(server.db, 'standard', (tx) =>
    tx
      .updateTable('referrals')
      .set({ state: 'cancelled' })
      .where('tenant', '=', 'standard')
      .where('number', '=', other.Empfehlungsnummer)
      .execute(),
  )
  expect((await create(other.Empfehlungsnummer, acceptance(email))).body.ErrorCode).toBe('PSOF0307')
  expect(await queuedMails(server, 'standard', email)).toEqual([])
  await expect(mailedToken(server, 'standard', email, 'confirmRecipient')).rejects.toThrow()
})

test('of somebody younger than the tenant’s least age nothing is kept, neither new nor as a correction', async () => {
  const { Empfehlungsnummer: number } = await recommended(server)
  const child = stranger().email
  const refused = await create(number, acceptance(child, { Geburtsdatum: '18.11.2008' }))
  expect(refused.body.Fields).toEqual([
    { Field: 'Geburtsdatum', Message: 'Teilnehmen kann nur, wer mindestens 18 Jahre alt ist.' },
  ])
  expect(await readRecipients(server, number)).toEqual([])
  expect((await readReferral(server, number)).state).toBe('open')
  expect(await queuedMails(server, 'standard', child)).toEqual([])
  const born = { Geburtsdatum: '17.11.2008' }
  const adult = await create(number, acceptance(child, born))
  expect(adult.status).toBe(201)
  const corrected = await create(
    number,
    acceptance(child, { Geburtsdatum: '18.11.2008', Name: 'Anders' }),
    { token: adult.body.Token },
  )
  expect(corrected.body.ErrorCode).toBe('PSOF0101')
  const { Token: token } = adult.body
  const body = { Anrede: 'Frau', Vorname: 'Jonas', Geburtsdatum: '18.11.2008' }
  const own = await server.call('PUT', '/standard/empfaenger/daten', { token, body })
  expect(own.body.Fields?.[0]?.Field).toBe('Geburtsdatum')
  const [row] = await readRecipients(server, number)
  expect([row!.birth_date, row!.last_name]).toEqual(['2008-11-17', 'Feldmann'])
})
