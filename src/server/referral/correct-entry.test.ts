import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeApiKey } from '../../../test/helpers/actors.ts'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { registered, stranger } from '../account/people.test-helper.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { confirmRecipientData } from './confirm-recipient-data.ts'
import { runSweeps } from '../run-sweeps.ts'
import {
  acceptance,
  accepted,
  countAudited,
  readRecipients,
  recommended,
  wish,
} from './journey.test-helper.ts'
import { resolveRecipient } from './recipient-store.ts'
import { pressed } from '../../../test/helpers/link-session.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())

type Options = Parameters<TestServer['call']>[2]
const send = (number: string, email: string, options: Options = {}, more = {}) =>
  server.call('POST', `/standard/empfaenger/create/${number}`, {
    ip: stranger().ip,
    body: acceptance(email, more),
    ...options,
  })
const confirm = (Token: string) =>
  server.call('PUT', '/standard/empfaenger/bestaetigung', { body: { Token } })
const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(server.db, 'standard', work)
const mails = (email: string) => queuedMails(server, 'standard', email)
const consents = (number: string) =>
  inTenant((tx) =>
    tx
      .selectFrom('consents')
      .select('kind')
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', number)
      .execute(),
  ).then((rows) => rows.map(({ kind }) => kind).toSorted())
const person = (number: string) => inTenant((tx) => resolveRecipient(tx, 'standard', number))
const report = (referral: string, recipient: string) =>
  server.call('POST', '/standard/tracking/abschliessen/?channel=co', {
    ip: stranger().ip,
    body: { empfehlungsnummer: referral, empfaengernummer: recipient },
  })

/** A referral that is somebody's, with how many contacts their personal area shows. */
async function owned() {
  const owner = await registered(server)
  const { body } = await server.call('POST', '/standard/empfehlen/create', {
    token: owner.token,
    body: wish(owner.email),
  })
  const contacts = async () =>
    (await server.call('GET', '/standard/empfehler/empfehlungen', { token: owner.token })).body[0]
      .Empfaenger.length as number
  return { number: body.Empfehlungsnummer as string, contacts }
}

test('another address takes the place of the first: one entry waits, and the link to the first address is dead', async () => {
  const { number, contacts } = await owned()
  const typo = await accepted(server, number)
  const { email } = stranger()
  const answer = await send(number, email, { token: typo.Token })
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    Empfaengernummer: typo.Empfaengernummer,
    Hex: typo.Hex,
    Token: typo.Token,
  })
  expect(await contacts()).toBe(1)
  expect(await readRecipients(server, number)).toMatchObject([{ state: 'accepted', email }])
  expect(await mails(typo.email)).toEqual([])
  expect(await consents(typo.Empfaengernummer)).toEqual(['terms'])
  expect((await confirm(typo.confirmToken)).body.ErrorCode).toBe('PSOF0205')
  expect(await countAudited(server, 'correct-recipient', typo.Empfaengernummer)).toBe(1)

  const [mail] = await mails(email)
  expect((await confirm(mail!.token!)).body).toMatchObject({ Email: email, Bestaetigt: true })
  expect(await contacts()).toBe(1)
})

test('the same address goes on under its number, with the new data and one more mail, both links of which work', async () => {
  const { number, contacts } = await owned()
  const first = await accepted(server, number)
  const again = await send(
    number,
    first.email.toUpperCase(),
    { token: first.Token },
    { Vorname: 'Jona', Telefon: '0301234', Werbeeinwilligung: true },
  )
  expect(again.body).toEqual({
    Empfaengernummer: first.Empfaengernummer,
    Hex: first.Hex,
    Token: first.Token,
  })
  expect(await readRecipients(server, number)).toMatchObject([
    { state: 'accepted', first_name: 'Jona', phone: '0301234', advertising: true },
  ])
  expect(await contacts()).toBe(1)
  expect(await consents(first.Empfaengernummer)).toEqual(['advertising', 'terms'])
  expect(await countAudited(server, 'correct-recipient', first.Empfaengernummer)).toBe(1)
  const sent = await mails(first.email)
  expect(sent.map(({ data }) => data.firstName)).toEqual(['Jona', 'Jonas'])
  for (const { token } of sent)
    expect((await confirm(token!)).body.Empfaengernummer).toBe(first.Empfaengernummer)
})

test('an entry that goes on keeps its last day: no link outlives the data', async () => {
  const { Empfehlungsnummer: number } = await recommended(server)
  const first = await accepted(server, number)
  server.clock.set('2027-01-12T11:00:00Z')
  expect((await send(number, first.email, { token: first.Token })).status).toBe(201)
  const [late] = await mails(first.email)
  server.clock.set('2027-02-09T23:00:00Z')
  expect((await confirm(late!.token!)).body.ErrorCode).toBe('PSOF0205')
  // Over by its date, though the sweep has not come by: what is sent now is a new entry.
  await inTenant((tx) =>
    sql`update referrals set valid_until = '2027-12-31' where number = ${number}`.execute(tx),
  )
  const fresh = await send(number, first.email, { token: first.Token })
  expect(fresh.body.Empfaengernummer).not.toBe(first.Empfaengernummer)
  await runSweeps(server.deps)
  expect((await readRecipients(server, number)).map((one) => one.number)).toEqual([
    fresh.body.Empfaengernummer,
  ])
})

test('a correction by cookie is one as well; a token of nobody, of another referral or tenant corrects nothing', async () => {
  const [one, other] = [await recommended(server), await recommended(server)]
  const waiting = await accepted(server, one.Empfehlungsnummer)
  const elsewhere = await accepted(server, other.Empfehlungsnummer)
  for (const options of [
    {},
    { token: 'a'.repeat(43) },
    { token: 'x'.repeat(201) },
    { token: elsewhere.Token },
    { token: waiting.confirmToken },
    { cookie: `zs_user=${waiting.Token}` },
    { cookie: `zs_recipient_${one.Empfehlungsnummer}=${waiting.Token}` },
  ])
    expect((await send(one.Empfehlungsnummer, stranger().email, options)).status).toBe(201)
  const before = await readRecipients(server, one.Empfehlungsnummer)
  expect(before.map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'accepted'))
  expect(await readRecipients(server, other.Empfehlungsnummer)).toMatchObject([
    { state: 'accepted', email: elsewhere.email },
  ])
  const session = await pressed(server, 'standard', 'recipient', waiting.Token)
  const cookie = `zs_recipient_${one.Empfehlungsnummer}=${session}`
  const { email } = stranger()
  const corrected = await send(one.Empfehlungsnummer, email, { cookie })
  // A session gets no token that lasts longer than itself.
  expect([corrected.status, corrected.body.Token]).toEqual([201, null])
  const after = await readRecipients(server, one.Empfehlungsnummer)
  expect(after).toHaveLength(8)
  expect(after.filter((one) => one.email === email)).toHaveLength(1)
})

test('somebody else on the same device makes an entry of their own, and the first goes on waiting', async () => {
  const { number, contacts } = await owned()
  const first = await accepted(server, number)
  const { email } = stranger()
  const second = await send(number, email, { token: first.Token }, { Vorname: 'Bengt' })
  expect(second.status).toBe(201)
  expect(second.body.Token).not.toBe(first.Token)
  expect(await contacts()).toBe(2)
  expect(await person(first.Empfaengernummer)).toMatchObject({ state: 'accepted' })
})

test('a stranger who types the address of somebody who waits stops nobody', async () => {
  const { Empfehlungsnummer: number } = await recommended(server)
  const owner = await accepted(server, number)
  const other = await accepted(server, number, owner.email)
  await send(number, stranger().email, { token: other.Token })
  expect((await confirm(owner.confirmToken)).body).toMatchObject({
    Empfaengernummer: owner.Empfaengernummer,
    Bestaetigt: true,
  })
})

test('who is confirmed is not replaced, whatever is sent with the token', async () => {
  const { number, contacts } = await owned()
  const first = await accepted(server, number)
  await confirm(first.confirmToken)
  expect((await send(number, stranger().email, { token: first.Token })).status).toBe(201)
  expect(await contacts()).toBe(2)
  expect((await person(first.Empfaengernummer))?.state).toBe('confirmed')
})

test('a refused correction changes nothing', async () => {
  const made = await recommended(server)
  const first = await accepted(server, made.Empfehlungsnummer)
  const options = { token: first.Token }
  for (const email of [made.email, 'keine-adresse', 'wer@sonnseite.example'])
    expect((await send(made.Empfehlungsnummer, email, options)).status).toBeGreaterThan(399)
  for (let round = 0; round < 4; round++)
    expect((await send(made.Empfehlungsnummer, first.email, options)).status).toBe(201)
  const due = await send(made.Empfehlungsnummer, first.email, options, { Vorname: 'Anders' })
  expect([due.status, due.body.ErrorCode]).toEqual([428, 'PSOF0501'])
  expect(await readRecipients(server, made.Empfehlungsnummer)).toMatchObject([
    { state: 'accepted', email: first.email, first_name: 'Jonas' },
  ])
})

test('twelve corrections at once, to different addresses and to one, leave one entry that waits', async () => {
  const { number, contacts } = await owned()
  const first = await accepted(server, number)
  const { email } = stranger()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      send(number, index % 3 === 0 ? email : stranger().email, { token: first.Token }),
    ),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 12 }, () => 201))
  expect(new Set(answers.map(({ body }) => body.Token))).toEqual(new Set([first.Token]))
  const waiting = (await readRecipients(server, number)).filter((one) => one.state === 'accepted')
  expect(waiting).toHaveLength(1)
  expect(await contacts()).toBe(1)
  const shown = await server.call('GET', '/standard/empfaenger/auftrag', { token: first.Token })
  expect(shown.body.Empfaenger.Email).toBe(waiting[0]!.email)
  // Every number that was given out is that of the one who confirms in the end.
  const [mail] = await mails(waiting[0]!.email)
  await confirm(mail!.token!)
  for (const { body } of answers)
    expect((await person(body.Empfaengernummer))?.number).toBe(waiting[0]!.number)
})

test('confirming and correcting at the same moment: one of them was first, and neither fails', async () => {
  for (let round = 0; round < 6; round++) {
    const { Empfehlungsnummer: number } = await recommended(server)
    const first = await accepted(server, number)
    await send(number, first.email, { token: first.Token })
    const links = (await mails(first.email)).map(({ token }) => token!)
    const { email } = stranger()
    const [corrected, ...pressed] = await Promise.all([
      send(number, email, { token: first.Token }),
      ...[...links, ...links].map((link) => confirm(link)),
    ])
    expect(corrected.status).toBe(201)
    const states = (await readRecipients(server, number)).map(({ state }) => state).toSorted()
    const wasConfirmed = pressed[0]!.status === 200
    expect(pressed.map(({ status }) => status)).toEqual(
      Array.from({ length: 4 }, () => (wasConfirmed ? 200 : 410)),
    )
    expect(states).toEqual(wasConfirmed ? ['accepted', 'confirmed'] : ['accepted'])
  }
})

test('both links of an entry pressed at once merge it into the one that was confirmed before', async () => {
  const { Empfehlungsnummer: number } = await recommended(server)
  const confirmed = await accepted(server, number)
  const second = await accepted(server, number, confirmed.email)
  await send(number, confirmed.email, { token: second.Token })
  await confirm(confirmed.confirmToken)
  const links = (await mails(confirmed.email)).slice(0, 2).map(({ token }) => token!)
  const answers = await Promise.all([...links, ...links, ...links].map((link) => confirm(link)))
  for (const { body } of answers) expect(body.Empfaengernummer).toBe(confirmed.Empfaengernummer)
})

const feed = async (external: string, recipient: string) =>
  server.call('POST', '/standard/auftraege', {
    token: await makeApiKey(server, 'standard'),
    body: [
      {
        ExterneAuftragsnummer: external,
        Empfaengernummer: recipient,
        ProduktExterneId: (await server.call('GET', '/standard/produkt/101')).body.ExterneId,
        Vertragsdatum: '2026-11-17',
        Status: 'abgeschlossen',
      },
    ],
  })
const ordersOf = (referral: string) =>
  inTenant((tx) =>
    tx
      .selectFrom('orders')
      .select(['recipient_number', 'state'])
      .where('tenant', '=', 'standard')
      .where('referral_number', '=', referral)
      .execute(),
  )

test('what a browser reported and what the provider confirms finds the corrected entry, confirmed or not', async () => {
  const { number, contacts } = await owned()
  const typo = await accepted(server, number)
  expect((await report(number, typo.Empfaengernummer)).status).toBe(201)
  await send(number, stranger().email, { token: typo.Token })
  expect(await contacts()).toBe(1)
  const link = `/standard/empfehlung/${number}/produkt/produktlink?empfaengernummer=${typo.Empfaengernummer}`
  expect((await server.call('GET', link)).status).toBe(200)
  const answer = await feed('V-CORRECTED', typo.Empfaengernummer)
  expect(answer.body.Ergebnisse).toMatchObject([{ Ergebnis: 'neu' }])
  expect(await ordersOf(number)).toEqual([
    { recipient_number: typo.Empfaengernummer, state: 'confirmed' },
  ])
  // What the provider confirmed also confirms the data.
  expect((await person(typo.Empfaengernummer))?.state).toBe('confirmed')
})

test('a contract that comes while an entry is corrected, or merged, hangs on a person', async () => {
  for (let round = 0; round < 8; round++) {
    const { Empfehlungsnummer: number } = await recommended(server)
    const first = await accepted(server, number)
    if (round % 2 === 0) await report(number, first.Empfaengernummer)
    const twin = await accepted(server, number, first.email)
    const [corrected, line, pressed] = await Promise.all([
      send(number, stranger().email, { token: first.Token }),
      feed(`V-RACE-${round}`, first.Empfaengernummer),
      confirm(twin.confirmToken),
    ])
    expect([corrected.status, pressed.status]).toEqual([201, 200])
    expect(line.body.Ergebnisse).toMatchObject([{ Ergebnis: 'neu' }])
    const [order] = (await ordersOf(number)).filter(({ state }) => state === 'confirmed')
    expect((await person(order!.recipient_number))?.number).toBe(order!.recipient_number)
    expect((await person(order!.recipient_number))?.state).toBe('confirmed')
  }
})

test('a link that merges an entry while its owner asks for another mail shows nothing of the one it is merged into', async () => {
  for (let round = 0; round < 6; round++) {
    const { Empfehlungsnummer: number } = await recommended(server)
    const victim = await accepted(server, number)
    await confirm(victim.confirmToken)
    const typed = await accepted(server, number, victim.email)
    const token = typed.Token
    const [, ...answers] = await Promise.all([
      confirm(typed.confirmToken),
      ...[1, 2, 3].map(() =>
        server.call('POST', '/standard/empfaenger/bestaetigung', { token, ip: stranger().ip }),
      ),
      ...[1, 2, 3].map(() => server.call('GET', '/standard/empfaenger/auftrag', { token })),
    ])
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(victim.Empfaengernummer)
  }
})

test('a corrected entry that nobody confirms is deleted on its own last day', async () => {
  const { Empfehlungsnummer: number } = await recommended(server)
  const first = await accepted(server, number)
  for (let round = 0; round < 3; round++)
    await send(number, stranger().email, { token: first.Token })
  expect(await readRecipients(server, number)).toHaveLength(1)
  server.clock.set('2027-02-09T23:00:00Z')
  await runSweeps(server.deps)
  expect(await readRecipients(server, number)).toEqual([])
})

test('a confirmed mailbox stays one contact: its token is answered as done, whoever else types it is told nothing, and its owner gets the offer', async () => {
  const { number, contacts } = await owned()
  const first = await accepted(server, number)
  const own = (await confirm(first.confirmToken)).body.Token as string
  const done = { Empfaengernummer: first.Empfaengernummer, Hex: first.Hex }
  for (const token of [own, first.Token]) {
    const again = await send(number, first.email.toUpperCase(), { token })
    expect([again.status, again.body]).toEqual([201, { ...done, Token: token }])
  }
  expect(await mails(first.email)).toHaveLength(1)
  expect(await contacts()).toBe(1)

  const [local, domain] = first.email.split('@')
  for (const email of [first.email, `${local}+neu@${domain}`]) {
    const typed = await send(number, email, {}, { Vorname: 'Fremd' })
    const other = await send(number, stranger().email)
    expect(typed.status).toBe(201)
    expect(Object.keys(typed.body)).toEqual(Object.keys(other.body))
    expect(typed.body.Empfaengernummer).not.toBe(first.Empfaengernummer)
    const [seen, unknown] = await Promise.all(
      [typed, other].map(({ body }) => server.call('GET', `/standard/empfaenger/${body.Hex}`)),
    )
    expect([seen!.status, seen!.body.Bestaetigt, seen!.body.Email]).toEqual([200, false, email])
    expect(Object.keys(seen!.body)).toEqual(Object.keys(unknown!.body))
    const resent = await server.call('POST', '/standard/empfaenger/bestaetigung', {
      ip: stranger().ip,
      token: typed.body.Token,
    })
    expect([resent.status, resent.body.Bestaetigt]).toEqual([200, false])
    expect(await queuedMails(server, 'standard', `${local}+neu@${domain}`)).toEqual([])
  }
  expect(await contacts()).toBe(3) // the first, and the two with addresses of their own
  const sent = await mails(first.email)
  expect(sent.map(({ template }) => template)).toEqual([
    ...Array.from({ length: 4 }, () => 'acceptedBefore'),
    'confirmRecipient',
  ])
  expect(sent[0]!.data.firstName).toBe('Jonas')
  const page = await server.call('GET', '/standard/empfaenger/daten', { token: sent[0]!.token! })
  expect(page.body).toMatchObject({
    Empfehlungsnummer: number,
    Bestaetigt: true,
    Nachgewiesen: true,
  })
})

test('a contract that confirms another spelling of a confirmed mailbox makes no second contact', async () => {
  const { number } = await owned()
  const first = await accepted(server, number)
  await confirm(first.confirmToken)
  const [local, domain] = first.email.split('@')
  const typed = await send(number, `${local}+neu@${domain}`)
  const counts = await inTenant((tx) =>
    confirmRecipientData(tx, 'standard', typed.body.Empfaengernummer, {
      actor: { kind: 'operator', id: 'test' },
      now: server.clock.now(),
    }),
  )
  expect(counts).toBe(first.Empfaengernummer)
  const rows = await readRecipients(server, number)
  expect(rows.filter(({ state }) => state === 'confirmed')).toHaveLength(1)
})

test('an entry of a confirmed mailbox goes with the person who confirmed it', async () => {
  const { number, contacts } = await owned()
  const first = await accepted(server, number)
  const own = (await confirm(first.confirmToken)).body.Token as string
  const typed = await send(number, first.email)
  const left = await server.call('DELETE', '/standard/empfaenger/daten', { token: own })
  expect([left.status, left.body.ErrorCode]).toEqual([200, undefined])
  expect(await contacts()).toBe(0)
  const rows = await readRecipients(server, number)
  expect(rows.map(({ state, email }) => [state, email])).toEqual([
    ['withdrawn', ''],
    ['withdrawn', ''],
  ])
  expect((await server.call('GET', `/standard/empfaenger/${typed.body.Hex}`)).status).toBe(404)
})

test('a contract reported for an entry under a confirmed address shows as reported with who confirmed it, and hides nothing better', async () => {
  const owner = await registered(server)
  const { body } = await server.call('POST', '/standard/empfehlen/create', {
    token: owner.token,
    body: wish(owner.email),
  })
  const number = body.Empfehlungsnummer as string
  const first = await accepted(server, number)
  const { Token: own } = (await confirm(first.confirmToken)).body
  const later = (await send(number, first.email)).body
  expect((await report(number, later.Empfaengernummer)).status).toBe(201)

  const page = async (token: string) =>
    (await server.call('GET', '/standard/empfaenger/daten', { token })).body
  const contacts = async () =>
    (await server.call('GET', '/standard/empfehler/empfehlungen', { token: owner.token })).body[0]
      .Empfaenger
  const today = testNow.slice(0, 10)
  // The way to the offer stays, since it may be a stranger's; nothing of it is done.
  expect(await page(own)).toMatchObject({
    WartetAuf: 'conclude-contract',
    AndernortsGemeldetAm: today,
    BleibtFuer: [],
  })
  const { Schritte: steps } = await page(own)
  expect(steps.filter((step: { ErledigtAm: string | null }) => step.ErledigtAm)).toHaveLength(1)
  // Nor does whoever holds no more than what a form answered learn of it.
  expect(await page(first.Token)).not.toHaveProperty('AndernortsGemeldetAm')
  expect(await contacts()).toMatchObject([{ WartetAuf: 'order-confirmation' }])

  expect((await report(number, first.Empfaengernummer)).status).toBe(201)
  expect((await page(own)).WartetAuf).toBe('order-confirmation')
  expect(await page(own)).not.toHaveProperty('AndernortsGemeldetAm')
  const [contact, ...others] = await contacts()
  expect([others, contact.Vertraege.length]).toEqual([[], 1])
})
