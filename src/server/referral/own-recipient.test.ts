import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { whileHeld } from '../../../test/helpers/while-held.ts'
import { stranger } from '../account/people.test-helper.ts'
import { tokenText } from '../base/token-store.ts'
import { withTenant } from '../db/connection.ts'
import type { MailLink } from '../mail/store.ts'
import {
  acceptance,
  accepted,
  countAudited,
  readRecipients,
  recommended,
} from './journey.test-helper.ts'
import { pressed } from '../../../test/helpers/link-session.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())

const confirm = (Token: string) =>
  server.call('PUT', '/standard/empfaenger/bestaetigung', { body: { Token } })
const data = (token: string) => server.call('GET', '/standard/empfaenger/daten', { token })
const correct = (token: string, more: Record<string, unknown> = {}) =>
  server.call('PUT', '/standard/empfaenger/daten', {
    token,
    body: { Anrede: 'Frau', Vorname: 'Jona', Name: 'Feldfrau', ...more },
  })
const agree = (token: string, AgbText: string) =>
  server.call('PUT', '/standard/empfaenger/zustimmung', { token, body: { AgbText } })
const noMore = (token: string) =>
  server.call('DELETE', '/standard/empfaenger/werbeeinwilligung', { token })

/** The link to the own page in the newest mail that asks for confirmation. */
async function areaToken(email: string): Promise<string> {
  const mail = (await queuedMails(server, 'standard', email)).find(
    ({ template }) => template === 'confirmRecipient',
  )
  const area = mail?.data['area'] as { link: MailLink } | undefined
  if (!area) throw new Error('the mail leads to no own page')
  const { link } = area
  expect(link.page).toBe('RecipientArea')
  const text = await withTenant(server.db, 'standard', (tx) =>
    tokenText(tx, server.deps.keys, 'standard', link.token?.id ?? ''),
  )
  return text ?? ''
}

async function confirmed(email?: string) {
  const made = await recommended(server)
  const recipient = await accepted(server, made.Empfehlungsnummer, email)
  const { body } = await confirm(recipient.confirmToken)
  return { ...recipient, referral: made.Empfehlungsnummer, own: body.Token as string }
}

const address = { Strasse: 'Auerbachstraße', Hausnummer: '7a', Plz: '80331', Ort: 'München' }

test('confirming opens the own page once: the same link again is done, and opens nothing', async () => {
  const made = await recommended(server)
  const recipient = await accepted(server, made.Empfehlungsnummer)
  const answers = await Promise.all([1, 2, 3].map(() => confirm(recipient.confirmToken)))
  expect(answers.filter(({ body }) => body.Token !== null)).toHaveLength(1)
  const own = answers.find(({ body }) => body.Token !== null)?.body.Token
  expect((await data(own)).body).toMatchObject({
    Empfaengernummer: recipient.Empfaengernummer,
    Empfehlungsnummer: made.Empfehlungsnummer,
    Email: recipient.email,
    Bestaetigt: true,
    Nachgewiesen: true,
    AktuelleFassungZugestimmt: true,
    WartetAuf: 'conclude-contract',
    Praemie: null,
    BleibtFuer: [],
  })
})

test('the mail that asks for confirmation leads to the own page, too; with another address that link is dead', async () => {
  const made = await recommended(server)
  const recipient = await accepted(server, made.Empfehlungsnummer)
  const first = await areaToken(recipient.email)
  expect((await data(first)).body).toMatchObject({ Nachgewiesen: true, Bestaetigt: false })
  const { email } = stranger()
  await server.call('POST', `/standard/empfaenger/create/${made.Empfehlungsnummer}`, {
    token: recipient.Token,
    ip: recipient.ip,
    body: acceptance(email),
  })
  expect((await data(first)).body.ErrorCode).toBe('PSOF0212')
  expect((await data(await areaToken(email))).body.Email).toBe(email)
})

const confirmHere = (token: string) =>
  server.call('PUT', '/standard/empfaenger/daten/bestaetigung', { token })

test('the own page that the mail leads to confirms, once, and the token of the form does not', async () => {
  const made = await recommended(server)
  const recipient = await accepted(server, made.Empfehlungsnummer)
  const own = await areaToken(recipient.email)
  expect((await data(own)).body).toMatchObject({ PerMail: true, Bestaetigt: false })
  expect((await data(recipient.Token)).body).toMatchObject({ PerMail: false, Bestaetigt: false })
  expect((await confirmHere(recipient.Token)).body.ErrorCode).toBe('PSOF0212')
  expect((await readRecipients(server, made.Empfehlungsnummer))[0]!.state).toBe('accepted')
  const presses = await Promise.all([1, 2, 3].map(() => confirmHere(own)))
  expect(presses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await data(own)).body).toMatchObject({ PerMail: true, Bestaetigt: true })
  // The button of the mail finds it done.
  expect((await confirm(recipient.confirmToken)).body.Bestaetigt).toBe(true)
  expect(await countAudited(server, 'confirm-recipient', recipient.Empfaengernummer)).toBe(1)
})

test('the own page confirms no entry whose weeks are over, and a second one of a mailbox becomes one with the first', async () => {
  const made = await recommended(server)
  const { email } = stranger()
  const first = await accepted(server, made.Empfehlungsnummer, email)
  const one = await areaToken(email)
  const second = await accepted(server, made.Empfehlungsnummer, email)
  const tokens = [one, await areaToken(email)]
  for (const token of tokens) expect((await confirmHere(token)).status).toBe(200)
  const numbers = await Promise.all(
    tokens.map(async (token) => (await data(token)).body.Empfaengernummer),
  )
  expect(new Set(numbers).size).toBe(1)
  expect([first.Empfaengernummer, second.Empfaengernummer]).toContain(numbers[0])

  const late = await accepted(server, (await recommended(server)).Empfehlungsnummer)
  const over = await areaToken(late.email)
  server.clock.advance('P90D')
  expect((await confirmHere(over)).body.ErrorCode).toBe('PSOF0212')
})

test('a link that is taken away while it confirms does not confirm the address that was typed instead', async () => {
  const made = await recommended(server)
  const typed = await accepted(server, made.Empfehlungsnummer)
  const own = await areaToken(typed.email)
  const other = stranger().email
  const answer = await whileHeld(
    server,
    sql`select from referrals where tenant = 'standard' and number = ${made.Empfehlungsnummer} for update`,
    () =>
      server.call('POST', `/standard/empfaenger/create/${made.Empfehlungsnummer}`, {
        ip: typed.ip,
        token: typed.Token,
        body: acceptance(other),
      }),
    () => confirmHere(own),
  )
  expect(answer.body.ErrorCode).toBe('PSOF0212')
  expect(await readRecipients(server, made.Empfehlungsnummer)).toMatchObject([
    { email: other, state: 'accepted' },
  ])
})

test('name, phone and address are corrected by the mailed link; the address of the mailbox stays, and the audit log keeps no name', async () => {
  const { own, referral, email, Empfaengernummer: number } = await confirmed()
  expect((await correct(own, { Telefon: '089 1234', Adresse: address })).status).toBe(200)
  expect((await data(own)).body).toMatchObject({
    Anrede: 'Frau',
    Vorname: 'Jona',
    Name: 'Feldfrau',
    Email: email,
    Telefon: '089 1234',
    Adresse: address,
  })
  expect((await correct(own)).status).toBe(200)
  expect((await data(own)).body).toMatchObject({ Telefon: null, Adresse: null })
  expect((await correct(own, { Email: 'neu@post.example' })).body.ErrorCode).toBe('PSOF0101')
  expect(await readRecipients(server, referral)).toHaveLength(1)
  expect(await countAudited(server, 'correct-recipient-data', number)).toBe(2)
})

test('corrections and consents are sixty in a quarter of an hour; reading, deleting and the end of advertising are never refused', async () => {
  const { own } = await confirmed()
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => (at % 2 ? correct(own) : agree(own, 'v1'))),
  )
  expect(answers.map(({ status }) => status)).not.toContain(429)
  const refused = await correct(own)
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await agree(own, 'v1')).status).toBe(429)
  const others = await confirmed()
  expect((await correct(others.own)).status).toBe(200)
  expect([(await data(own)).status, (await noMore(own)).status]).toEqual([200, 200])
  const gone = await server.call('DELETE', '/standard/empfaenger/daten', { token: own })
  expect([gone.status, gone.body.Geloescht]).toEqual([200, true])
})

test('whoever only typed the address changes, takes and deletes nothing once its owner confirmed it', async () => {
  const { own, Token: typed } = await confirmed()
  const tries: [string, string, unknown?][] = [
    ['PUT', 'daten', { Anrede: 'Herr', Vorname: 'X', Name: 'Y' }],
    ['DELETE', 'daten'],
    ['GET', 'export'],
    ['POST', 'praemierung'],
    ['PUT', 'zustimmung', { AgbText: 'Ich schulde einem Fremden 1000 Euro.' }],
    ['POST', 'bankdaten', { Kontoinhaber: 'Xaver Y', Iban: 'DE89370400440532013000' }],
  ]
  for (const [method, path, body] of tries) {
    const answer = await server.call(method, `/standard/empfaenger/${path}`, {
      token: typed,
      ...(body ? { body } : {}),
    })
    expect([method, path, answer.body.ErrorCode]).toEqual([method, path, 'PSOF0212'])
  }
  expect((await data(own)).body.Zustimmungen).toHaveLength(1)
  // What the owner corrects, whoever typed the first version does not see any more.
  await correct(own, { Telefon: '089 99' })
  expect((await data(typed)).body.ErrorCode).toBe('PSOF0212')
  expect((await data(own)).status).toBe(200)
})

test('whoever only typed the address sees how it stands, and nothing of its owner, once it is confirmed', async () => {
  const { Empfehlungsnummer: referral } = await recommended(server)
  const { confirmToken, Token: typed, Hex, email } = await accepted(server, referral)
  await server.call('POST', `/standard/empfaenger/create/${referral}?channel=wa`, {
    ip: stranger().ip,
    body: acceptance(email, { Vorname: 'Echt', Telefon: '089 77', Werbeeinwilligung: true }),
  })
  const second = await mailedToken(server, 'standard', email, 'confirmRecipient')
  const { Token: own } = (await confirm(confirmToken)).body
  await confirm(second)
  expect((await data(own)).body).toMatchObject({
    Telefon: '089 77',
    Werbeeinwilligung: true,
    Vorname: 'Jonas',
  })
  const nobody = { Anrede: '', Vorname: '', Name: '', Geburtsdatum: null, Email: email }
  expect((await data(typed)).body).toMatchObject({
    ...nobody,
    Nachgewiesen: false,
    Bestaetigt: true,
    Telefon: null,
    Adresse: null,
    Werbeeinwilligung: false,
    Zustimmungen: [],
    Praemie: null,
    BleibtFuer: [],
    LoeschungGewuenschtAm: null,
    WartetAuf: 'conclude-contract',
  })
  const order = await server.call('GET', '/standard/empfaenger/auftrag', { token: typed })
  expect(order.body.Empfaenger).toMatchObject({ ...nobody, Bestaetigt: true })
  const resend = await server.call('POST', '/standard/empfaenger/bestaetigung', { token: typed })
  expect(resend.body).toMatchObject({ ...nobody, Bestaetigt: true })
  await correct(own, { Vorname: 'Geheim', Name: 'Richtigname' })
  const hex = (await server.call('GET', `/standard/empfaenger/${Hex}`)).body
  expect(hex).toMatchObject({ ...nobody, Bestaetigt: true })
})

test('a merged entry leaves its mailed link to the one that stays, and its typed token nothing', async () => {
  const made = await recommended(server)
  const { email } = stranger()
  const first = await accepted(server, made.Empfehlungsnummer, email)
  const second = await accepted(server, made.Empfehlungsnummer, email)
  const area = await areaToken(email)
  await confirm(first.confirmToken)
  await confirm(second.confirmToken)
  expect((await data(area)).body.Empfaengernummer).toBe(first.Empfaengernummer)
  expect((await data(second.Token)).body.ErrorCode).toBe('PSOF0212')
})

test('a second entry that is confirmed while the first is being deleted is confirmed or dead, never an error', async () => {
  for (let round = 0; round < 10; round++) {
    const made = await recommended(server)
    const { email } = stranger()
    const first = await accepted(server, made.Empfehlungsnummer, email)
    const second = await accepted(server, made.Empfehlungsnummer, email)
    const { body } = await confirm(first.confirmToken)
    const [left, again] = await Promise.all([
      server.call('DELETE', '/standard/empfaenger/daten', { token: body.Token }),
      confirm(second.confirmToken),
    ])
    expect(left.body).toEqual({ Geloescht: true, BleibtFuer: [] })
    const living = (await readRecipients(server, made.Empfehlungsnummer)).filter(
      ({ state }) => state !== 'withdrawn',
    )
    // Merged before, it left with the first one; confirmed after, it stays.
    expect([200, 410]).toContain(again.status)
    for (const { state } of living) expect(state).toBe('confirmed')
    if (living.length > 0) expect(again.status).toBe(200)
  }
})

test('consent to advertising is withdrawn once, kept as proof with its words, and comes back by nothing', async () => {
  const made = await recommended(server)
  const person = stranger()
  const { body } = await server.call(
    'POST',
    `/standard/empfaenger/create/${made.Empfehlungsnummer}`,
    { ip: person.ip, body: acceptance(person.email, { Werbeeinwilligung: true }) },
  )
  const { body: own } = await confirm(
    await mailedToken(server, 'standard', person.email, 'confirmRecipient'),
  )
  server.clock.advance('PT1H')
  for (let round = 0; round < 3; round++) expect((await noMore(body.Token)).status).toBe(200)
  const { Zustimmungen: consents, Werbeeinwilligung: allowed } = (await data(own.Token)).body
  expect(allowed).toBe(false)
  expect(
    consents.map(({ Art, Erteilt }: { Art: string; Erteilt: boolean }) => [Art, Erteilt]),
  ).toEqual([
    ['advertising', false],
    ['advertising', true],
    ['terms', true],
  ])
})

test('terms that changed are agreed to anew, and the page says which version is agreed to', async () => {
  const { own } = await confirmed()
  const tenant = await server.deps.tenants.get('standard')
  const before = tenant.legal.termsVersion
  tenant.legal.termsVersion = '2027-01'
  server.deps.cache.forget()
  try {
    expect((await data(own)).body).toMatchObject({
      AktuelleFassung: '2027-01',
      AktuelleFassungZugestimmt: false,
    })
    expect((await agree(own, 'Mein eigener Text')).status).toBe(200)
    expect((await data(own)).body.AktuelleFassungZugestimmt).toBe(false)
    server.clock.advance('PT1M')
    const { Text: terms } = (await server.call('GET', '/standard/content/page/terms')).body
    expect((await agree(own, terms)).status).toBe(200)
    const shown = (await data(own)).body
    expect(shown.AktuelleFassungZugestimmt).toBe(true)
    expect(shown.Zustimmungen.map(({ Fassung }: { Fassung: string }) => Fassung)).toEqual([
      '2027-01',
      'as-sent',
      before,
    ])
  } finally {
    tenant.legal.termsVersion = before
    server.deps.cache.forget()
  }
})

test('each referral has a cookie of its own, and a dead one is taken away', async () => {
  const [one, other] = [await confirmed(), await confirmed()]
  const [first, last] = [
    await pressed(server, 'standard', 'recipient', one.own),
    await pressed(server, 'standard', 'recipient', other.own),
  ]
  const cookie = [
    `zs_recipient=${last}`,
    `zs_recipient_${one.referral}=${first}`,
    `zs_recipient_${other.referral}=${last}`,
  ].join('; ')
  const numberAt = async (query: string) =>
    (await server.call('GET', `/standard/empfaenger/daten${query}`, { cookie })).body
      .Empfehlungsnummer
  expect(await numberAt('')).toBe(other.referral)
  expect(await numberAt(`?empfehlung=${one.referral}`)).toBe(one.referral)
  expect(await numberAt(`?empfehlung=${one.referral.toLowerCase()}`)).toBe(one.referral)
  expect(await numberAt(`?empfehlung=${other.referral}`)).toBe(other.referral)

  const dead = 'x'.repeat(43)
  const answer = await server.call('GET', `/standard/empfaenger/daten?empfehlung=${one.referral}`, {
    cookie: `zs_recipient=${last}; zs_recipient_${one.referral}=${dead}`,
  })
  expect(answer.body.ErrorCode).toBe('PSOF0212')
  const taken = [answer.headers['set-cookie']].flat().map((line) => String(line).split('=')[0])
  expect(taken).toEqual([`zs_recipient_${one.referral}`])
})
