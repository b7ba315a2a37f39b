import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { stillLoggedIn } from '../../../test/helpers/still-logged-in.ts'
import { system } from '../base/audit-store.ts'
import { endAccount } from '../reward/end-account.ts'
import { eraseRecipient } from '../reward/erase-recipient.ts'
import { exportPerson } from '../operator/export-person.ts'
import { makeBench, type Bench, type Referral } from '../reward/reward.test-helper.ts'
import { findAccount } from '../account/store.ts'
import { listUnpaidRewards } from '../reward/account-end-store.ts'
import { forgetClaimed } from './forget-claimed.ts'

let server: TestServer
let bench: Bench
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())

type Answer = Awaited<ReturnType<TestServer['call']>>
const own = '/standard/empfehler/nachbuchungen'
const contacts = '/standard/empfaenger/nachbuchungen'
const today = () => server.deps.clock.today()
const daysAgo = (days: number) => today().subtract({ days }).toString()
const fieldsOf = ({ status, body }: Answer) => [
  status,
  body.Fields?.map(({ Field }: { Field: string }) => Field),
]

/** A recommendation that somebody accepted and confirmed ten days ago, and both people's tokens. */
async function makePair(options: Parameters<Bench['makeReferral']>[0] = {}) {
  server.clock.set(Temporal.Instant.from(testNow).subtract({ hours: 240 }).toString())
  const referral = await bench.makeReferral(options)
  const recipient = await bench.makeRecipient(referral)
  server.clock.set(testNow)
  return {
    referral,
    recipient,
    user: await bench.token('user-session', referral.accountId),
    mailed: await bench.token('recipient', recipient.number),
  }
}
const claim = (referral: Referral, more: object = {}) => ({
  Empfehlungsnummer: referral.number,
  ProduktId: referral.product,
  Vertragsdatum: daysAgo(3),
  ...more,
})
const ofContact = (referral: Referral, more: object = {}) => ({
  ProduktId: referral.product,
  Vertragsdatum: daysAgo(3),
  ...more,
})
const make = (token: string, body: object, path = own) => server.call('POST', path, { token, body })
const list = async (token: string, path = own) =>
  (await server.call('GET', path, { token })).body.Meldungen as Record<string, unknown>[]
const count = (table: 'claims' | 'claim_files' | 'unmatched_orders', more = sql`true`) =>
  bench.run(async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where tenant = 'standard' and ${more}`.execute(
      tx,
    )
    return rows[0]!.count
  })
const actions = (id: unknown) =>
  bench.run(async (tx) => {
    const rows = await tx
      .selectFrom('audit_log')
      .select('action')
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', String(id))
      .orderBy('number')
      .execute()
    return rows.map(({ action }) => action)
  })

test('both sides say what is missing, and see state and the day of the answer', async () => {
  const { referral, user, mailed } = await makePair()
  const { status, body } = await make(
    user,
    claim(referral, { Auftragsnummer: 'V-77', Notiz: 'Seit Montag' }),
  )
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({
      Stand: 'offen',
      Auftragsnummer: 'V-77',
      AntwortBis: today().add({ days: 14 }).toString(),
      HatDatei: false,
    }),
  ])
  expect(await list(user)).toEqual([body])
  const answer = await make(mailed, ofContact(referral), contacts)
  expect(answer.status).toBe(201)
  expect(await list(mailed, contacts)).toEqual([answer.body])
  expect(await actions(body.Id)).toEqual(['claim-made'])
  const form = (await server.call('GET', own, { token: user })).body
  expect(form).toMatchObject({
    Monate: 3,
    Empfehlungen: [
      { Empfehlungsnummer: referral.number, ProduktId: referral.product, Kuerzel: ['KK'] },
    ],
  })
})

test('a contract is claimed from 24 hours after its day until the tenant’s limit, and none before the recommendation', async () => {
  const { referral, user } = await makePair()
  const on = (Vertragsdatum: string) => make(user, claim(referral, { Vertragsdatum }))
  for (const day of [daysAgo(1), daysAgo(0), daysAgo(-3), daysAgo(11)])
    expect(fieldsOf(await on(day))).toEqual([400, ['Vertragsdatum']])
  expect((await on(daysAgo(2))).status).toBe(201)
  server.clock.set(
    Temporal.Instant.from(testNow)
      .add({ hours: 24 * 100 })
      .toString(),
  )
  await stillLoggedIn(server, 'standard')
  expect(fieldsOf(await on(daysAgo(105)))).toEqual([400, ['Vertragsdatum']])
  expect((await on(daysAgo(90))).status).toBe(201)
  const fresh = await bench.makeReferral({
    account: { accountId: referral.accountId, email: referral.email },
  })
  const early = claim(fresh, { Vertragsdatum: undefined, Auftragsnummer: 'V-1' })
  expect(fieldsOf(await make(user, early))).toEqual([400, ['Auftragsnummer']])
  const nothing = claim(referral, { Vertragsdatum: undefined, Auftragsnummer: ' - ' })
  expect(fieldsOf(await make(user, nothing))).toEqual([400, ['Vertragsdatum']])
  expect(fieldsOf(await make(user, claim(referral, { ProduktId: 'none' })))).toEqual([
    400,
    ['ProduktId'],
  ])
})

test('one claim a contract, however often and fast it is sent; a withdrawn one may be made again', async () => {
  const { referral, user, mailed } = await makePair()
  const body = claim(referral, { Auftragsnummer: 'AB 12' })
  const answers = await Promise.all(Array.from({ length: 6 }, () => make(user, body)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400, 400])
  const again = await make(
    user,
    claim(referral, { Auftragsnummer: 'ab-12', Vertragsdatum: daysAgo(5) }),
  )
  expect(fieldsOf(again)).toEqual([400, ['Auftragsnummer']])
  expect(again.body.Fields[0].Message).toMatch(/schon gemeldet/)
  const [first] = await list(user)
  const end = () => server.call('DELETE', `${own}/${first!.Id}`, { token: user })
  expect([(await end()).status, (await end()).status]).toEqual([200, 200])
  expect((await make(user, body)).status).toBe(201)
  expect((await list(user)).map(({ Stand }) => Stand)).toEqual(['offen', 'zurueckgezogen'])
  // A contact has one at a time.
  expect((await make(mailed, ofContact(referral), contacts)).status).toBe(201)
  const other = ofContact(referral, { Auftragsnummer: 'XY 1', Vertragsdatum: daysAgo(4) })
  expect(fieldsOf(await make(mailed, other, contacts))).toEqual([400, ['Auftragsnummer']])
})

test('five in 30 days, withdrawn ones included', async () => {
  const { referral, user } = await makePair()
  for (let at = 0; at < 5; at++)
    expect((await make(user, claim(referral, { Auftragsnummer: `N-${at}` }))).status).toBe(201)
  const sixth = () => make(user, claim(referral, { Auftragsnummer: 'N-6' }))
  const refused = await sixth()
  expect([refused.status, refused.body.ErrorCode]).toEqual([429, 'PSOF0605'])
  server.clock.set(
    Temporal.Instant.from(testNow)
      .add({ hours: 24 * 30 + 1 })
      .toString(),
  )
  await stillLoggedIn(server, 'standard')
  expect((await sixth()).status).toBe(201)
})

test('nobody claims for others: another’s recommendation, an unowned one, the form’s token, an unconfirmed contact, support', async () => {
  const [mine, theirs] = [await makePair(), await makePair()]
  expect((await make(mine.user, claim(theirs.referral))).status).toBe(404)
  const unowned = await bench.makeReferral({
    owned: false,
    account: { accountId: mine.referral.accountId, email: mine.referral.email },
  })
  expect((await make(mine.user, claim(unowned))).status).toBe(404)
  const made = await make(mine.user, claim(mine.referral))
  const end = (token: string, path = own) =>
    server.call('DELETE', `${path}/${made.body.Id}`, { token })
  expect((await end(theirs.user)).status).toBe(404)
  expect((await end(mine.mailed, contacts)).status).toBe(404)
  expect(await list(theirs.user)).toEqual([])
  expect(await list(mine.mailed, contacts)).toEqual([])
  const waiting = await bench.makeRecipient(mine.referral, { state: 'accepted' })
  const unproven = await bench.token('recipient', waiting.number)
  expect((await make(unproven, ofContact(mine.referral), contacts)).body.ErrorCode).toBe('PSOF0212')
  // Nor is a file of theirs read.
  const withFile = ofContact(mine.referral, { Datei: 'aGVsbG8=' })
  expect((await make(unproven, withFile, contacts)).body.ErrorCode).toBe('PSOF0212')
  const foreign = claim(theirs.referral, { Datei: 'aGVsbG8=' })
  expect((await make(mine.user, foreign)).status).toBe(404)
  expect((await server.call('GET', contacts, { token: mine.user })).status).toBe(403)
  expect((await server.call('GET', own, { token: mine.mailed })).status).toBe(401)
})

test('when the order comes, the claim closes itself, its maker is told, and both sides at once', async () => {
  const { referral, recipient, user, mailed } = await makePair()
  const made = await make(
    user,
    claim(referral, { Auftragsnummer: 'v 900/1', Vertragsdatum: undefined }),
  )
  const theirs = await make(mailed, ofContact(referral, { Vertragsdatum: daysAgo(5) }), contacts)
  const stranger = await makePair()
  const others = await make(stranger.user, claim(stranger.referral, { Auftragsnummer: 'V-900-1' }))
  const before = (await bench.mails('claimDecided')).length
  const number = await bench.makeOrder(referral, recipient, {
    externalNumber: 'V-900/1',
    contractOn: daysAgo(6),
  })
  expect((await list(user))[0]).toMatchObject({ Id: made.body.Id, Stand: 'gefunden' })
  expect((await list(mailed, contacts))[0]).toMatchObject({ Id: theirs.body.Id, Stand: 'gefunden' })
  expect((await list(stranger.user))[0]).toMatchObject({ Id: others.body.Id, Stand: 'offen' })
  expect(await actions(made.body.Id)).toEqual(['claim-made', 'claim-matched'])
  expect((await bench.mails('claimDecided')).length).toBe(before + 2)
  expect(await count('claims', sql`order_number = ${number}`)).toBe(2)
  const late = await server.call('DELETE', `${own}/${made.body.Id}`, { token: user })
  expect([late.status, late.body.ErrorCode]).toEqual([409, 'PSOF0707'])
})

test('an order that is there already is found at once; a second contract is not taken for the first', async () => {
  const { referral, recipient, user } = await makePair()
  await bench.makeOrder(referral, recipient, { externalNumber: 'W-1', contractOn: daysAgo(4) })
  const sent = (await bench.mails('claimDecided')).length
  const known = await make(user, claim(referral))
  expect(known.body.Stand).toBe('gefunden')
  expect((await make(user, claim(referral, { Auftragsnummer: 'w1' }))).body.Stand).toBe('gefunden')
  expect((await make(user, claim(referral, { Auftragsnummer: 'W-2' }))).body.Stand).toBe('offen')
  expect((await bench.mails('claimDecided')).length).toBe(sent)
})

test('the feed and a claim at the same moment find each other', async () => {
  for (let at = 0; at < 6; at++) {
    const { referral, recipient, user } = await makePair()
    const externalNumber = `RACE-${at}`
    await Promise.all([
      make(user, claim(referral, { Auftragsnummer: externalNumber })),
      bench.makeOrder(referral, recipient, { externalNumber, contractOn: daysAgo(3) }),
    ])
    expect((await list(user))[0]).toMatchObject({ Stand: 'gefunden' })
  }
})

test('a contract of the feed that fits nobody is kept until it fits, is cancelled, or a year has passed', async () => {
  const { referral, recipient } = await makePair()
  const line = bench.line(referral, { externalNumber: 'LOST-1', email: 'niemand@post.example' })
  const kept = (number: string) => count('unmatched_orders', sql`external_number = ${number}`)
  expect((await bench.feed(line)).kind).toBe('failed')
  expect((await bench.feed(line)).kind).toBe('failed')
  expect(await kept('LOST-1')).toBe(1)
  await bench.feed(
    bench.line(referral, { externalNumber: 'LOST-1', recipientNumber: recipient.number }),
  )
  expect(await kept('LOST-1')).toBe(0)
  const gone = bench.line(referral, { externalNumber: 'LOST-2', email: 'niemand@post.example' })
  await bench.feed(gone)
  await bench.feed({ ...gone, status: 'storniert' })
  expect(await kept('LOST-2')).toBe(0)
  await bench.feed({ ...gone, externalNumber: 'LOST-3' })
  server.clock.set(
    Temporal.Instant.from(testNow)
      .add({ hours: 24 * 402 })
      .toString(),
  )
  await forgetClaimed(server.deps, 'standard')
  expect(await kept('LOST-3')).toBe(0)
})

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'tomato' } })
const pdf = (catalogue: string) =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog ${catalogue} >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`,
  )

test('a picture is written anew, without where it was taken or what was appended; a PDF without anything active is kept', async () => {
  const { referral, user } = await makePair()
  const photo = await picture(5000, 100)
    .withMetadata({ exif: { IFD0: { Copyright: 'Geheime Adresse' } } })
    .jpeg()
    .toBuffer()
  const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')])
  const made = await make(user, claim(referral, { Datei: polyglot.toString('base64') }))
  expect([made.status, made.body.HatDatei]).toEqual([201, true])
  const stored = await bench.run((tx) =>
    tx
      .selectFrom('claim_files')
      .select(['type', 'content'])
      .where('tenant', '=', 'standard')
      .where('claim_id', '=', made.body.Id)
      .executeTakeFirstOrThrow(),
  )
  const content = stored.content as unknown as Buffer
  expect(stored.type).toBe('image/jpeg')
  expect(await sharp(content).metadata()).toMatchObject({ width: 2400, format: 'jpeg' })
  expect((await sharp(content).metadata()).exif).toBeUndefined()
  expect(content.includes('script')).toBe(false)
  const document = pdf('')
  const other = await make(
    user,
    claim(referral, { Vertragsdatum: daysAgo(4), Datei: document.toString('base64') }),
  )
  expect([other.status, other.body.HatDatei]).toEqual([201, true])
})

test('hostile files are refused by their content, and leave nothing behind', async () => {
  const { referral, user } = await makePair()
  const bomb = await picture(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer()
  const wide = await picture(30_000, 4).png().toBuffer()
  const hostile = {
    bomb,
    wide,
    cut: (await picture(50, 50).jpeg().toBuffer()).subarray(0, 200),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    html: Buffer.from('<html><script>alert(1)</script>'),
    zip: Buffer.from('PK\u0003\u0004'),
    gif: await picture(5, 5).gif().toBuffer(),
    script: pdf('/OpenAction << /S /JavaScript /JS (app.alert) >>'),
    attached: pdf('/Names << /EmbeddedFiles 2 0 R >>'),
    encrypted: pdf('/Encrypt 2 0 R'),
    appended: Buffer.concat([pdf(''), Buffer.from('PK\u0003\u0004')]),
    large: Buffer.alloc(5 * 1024 * 1024 + 1, 1),
  }
  const before = await count('claims')
  for (const [name, bytes] of Object.entries(hostile)) {
    const answer = await make(user, claim(referral, { Datei: bytes.toString('base64') }))
    expect([name, ...fieldsOf(answer)]).toEqual([name, 400, ['Datei']])
  }
  expect((await make(user, claim(referral, { Datei: 'kein base64!' }))).status).toBe(400)
  expect((await make(user, claim(referral, { Datei: 'A'.repeat(8_000_000) }))).status).toBe(413)
  expect(await count('claims')).toBe(before)
})

test('who tries too often waits', async () => {
  const { referral, user } = await makePair()
  const wrong = claim(referral, { Datei: Buffer.from('x').toString('base64') })
  for (let at = 0; at < 20; at++) expect((await make(user, wrong)).status).toBe(400)
  expect((await make(user, claim(referral))).status).toBe(429)
})

test('with a person go their claims, notes and files; before, they are in their own file', async () => {
  const { referral, recipient, user, mailed } = await makePair()
  const Datei = pdf('').toString('base64')
  await make(user, claim(referral, { Notiz: 'Von mir', Datei }))
  await make(mailed, ofContact(referral, { Notiz: 'Vom Kontakt', Datei }), contacts)
  const { id } = await makeOperator(server, 'auskunft@post.example', ['support'])
  const clerk = { kind: 'operator' as const, id }
  const read = (email: string) =>
    bench.run((tx) => exportPerson(tx, server.deps, bench.tenant, email, clerk))
  expect(JSON.stringify(await read(referral.email))).toContain('Von mir')
  expect(JSON.stringify(await read(recipient.email))).toContain('Vom Kontakt')
  const left = async (id: string) => [
    await count('claims', sql`claimant_id = ${id}`),
    await count(
      'claim_files',
      sql`claim_id in (select claim_id from claims where claimant_id = ${id})`,
    ),
  ]
  expect([await left(referral.accountId), await left(recipient.number)]).toEqual([
    [1, 1],
    [1, 1],
  ])
  const files = await count('claim_files')
  await bench.run((tx) =>
    eraseRecipient(tx, server.deps, bench.tenant, recipient.number, {
      actor: system,
      now: server.deps.clock.now(),
      today: today(),
    }),
  )
  await bench.run(async (tx) => {
    const account = (await findAccount(tx, 'standard', referral.accountId))!
    const rewards = await listUnpaidRewards(tx, 'standard', referral.accountId)
    await endAccount(tx, server.deps, bench.tenant, { account, rewards, actor: system })
  })
  expect([await left(referral.accountId), await left(recipient.number)]).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(await count('claim_files')).toBe(files - 2)
})

test('file and note go 90 days after the answer, the rest with its years; an open claim stays', async () => {
  const { referral, user } = await makePair()
  const Datei = pdf('').toString('base64')
  const closed = await make(user, claim(referral, { Notiz: 'Alt', Datei, Auftragsnummer: 'OLD-1' }))
  const open = await make(user, claim(referral, { Notiz: 'Offen', Datei, Auftragsnummer: 'OLD-2' }))
  await server.call('DELETE', `${own}/${closed.body.Id}`, { token: user })
  const state = async () => (await list(user)).map(({ Notiz, HatDatei }) => [Notiz, HatDatei])
  const sweepAfter = async (days: number) => {
    server.clock.set(
      Temporal.Instant.from(testNow)
        .add({ hours: 24 * days })
        .toString(),
    )
    await stillLoggedIn(server, 'standard')
    return forgetClaimed(server.deps, 'standard')
  }
  await sweepAfter(89)
  expect(await state()).toEqual([
    ['Offen', true],
    ['Alt', true],
  ])
  await sweepAfter(92)
  expect(await state()).toEqual([
    ['Offen', true],
    [null, false],
  ])
  await sweepAfter(3 * 365 + 2)
  const ids = [closed, open].map(({ body }) => sql`claim_id = ${body.Id}`)
  expect([await count('claims', ids[0]), await count('claims', ids[1])]).toEqual([0, 1])
})
