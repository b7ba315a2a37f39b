import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { attachAloneCents } from '../../domain/goodwill.ts'
import { doubtsText, type Doubt } from '../../domain/doubt.ts'
import { platformCode } from '../../domain/platform.ts'
import { withTenant } from '../db/connection.ts'
import { makeBench, type Bench, type Referral } from '../reward/reward.test-helper.ts'

let server: TestServer
let bench: Bench
let support: Awaited<ReturnType<typeof makeOperator>>
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
})
beforeEach(async () => {
  server.clock.set(testNow)
  support = await makeOperator(server, 'hilfe@post.example', ['support'])
})
afterAll(() => server.stop())
afterEach(() => bench.expectLedger())

const call = (method: string, path: string, body?: unknown, { token } = support, at = 'standard') =>
  server.call(method, `/${at}/betrieb/nachbuchungen${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  })
const queue = async (Filter: object = {}) => (await call('PUT', '', { Filter })).body
const show = async (id: string) => (await call('GET', `/${id}`)).body
const decide = (id: string, body: object, who = support) =>
  call('PUT', `/${id}/entscheidung`, { Version: 1, ...body }, who)
const accept = (Auftrag: string, more: object = {}) => ({
  Entscheidung: 'anerkannt',
  Grund: 'in-feed',
  Auftrag,
  ...more,
})
const refuse = { Entscheidung: 'abgelehnt', Grund: 'no-contract' }
const daysAgo = (days: number) => server.deps.clock.today().subtract({ days }).toString()
let made = 0

/** A claim of a referrer whose recommendation one contact accepted ten days ago. */
async function makeClaim(
  more: { account?: { accountId: string; email: string }; body?: object; contacts?: object[] } = {},
) {
  server.clock.set(Temporal.Instant.from(testNow).subtract({ hours: 240 }).toString())
  const referral = await bench.makeReferral(more.account ? { account: more.account } : {})
  const recipients = []
  for (const options of more.contacts ?? [{}])
    recipients.push(await bench.makeRecipient(referral, options))
  server.clock.set(testNow)
  const token = await bench.token('user-session', referral.accountId)
  const typed = `K-${++made}`
  const { body, status } = await server.call('POST', '/standard/empfehler/nachbuchungen', {
    token,
    body: {
      Empfehlungsnummer: referral.number,
      ProduktId: referral.product,
      Auftragsnummer: typed,
      Vertragsdatum: daysAgo(3),
      ...more.body,
    },
  })
  expect(status).toBe(201)
  const list = async () =>
    (await server.call('GET', '/standard/empfehler/nachbuchungen', { token })).body.Meldungen
  return {
    id: body.Id as string,
    typed,
    referral,
    recipients,
    recipient: recipients[0]!,
    list,
    token,
  }
}

/** A contract of the feed that fits nobody. */
async function makeLost(referral: Referral, externalNumber: string, contractOn = daysAgo(3)) {
  const line = bench.line(referral, { externalNumber, contractOn, email: 'niemand@post.example' })
  expect((await bench.feed(line)).kind).toBe('failed')
}
/** The same, whose provider knows no address. */
async function makeNameless(referral: Referral, externalNumber: string, contractOn = daysAgo(3)) {
  const line = bench.line(referral, { externalNumber, contractOn })
  expect((await bench.feed(line)).kind).toBe('failed')
}
const bringBy = (externalNumber: string, operatorId: string) =>
  bench.run((tx) =>
    tx
      .updateTable('unmatched_orders')
      .set({ brought_by: operatorId })
      .where('tenant', '=', 'standard')
      .where('external_number', '=', externalNumber)
      .execute(),
  )
const rewardsOf = async (id: string) => {
  const { Zugeordnet: order } = await show(id)
  await bench.release(order)
  return { order, rewards: await bench.readRewards(order) }
}
const rowsOf = (subject: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'reason'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', subject)
      .orderBy('number')
      .execute(),
  )

test('open claims are in the queue, the first due at the top, found by number and by who works on them', async () => {
  const before = (await queue()).TotalCount
  const { id, typed } = await makeClaim()
  expect((await queue()).TotalCount).toBe(before + 1)
  const found = await queue({ Suche: typed.toLowerCase() })
  expect(found.Content).toEqual([
    expect.objectContaining({
      Id: id,
      Von: 'Empfehler',
      Name: 'Wera Werber',
      Faelligkeit: 'later',
      AntwortBis: server.deps.clock.today().add({ days: 14 }).toString(),
      Version: 1,
    }),
  ])
  expect((await queue({ Suche: typed, Stand: 'abgelehnt' })).TotalCount).toBe(0)
  expect((await queue({ Suche: typed, Stand: ['offen', 'abgelehnt'] })).TotalCount).toBe(1)
  expect((await call('PUT', `/${id}/zuweisung`, { Version: 1, BeiMir: true })).status).toBe(200)
  expect((await queue({ Suche: typed, Bei: 'mir' })).TotalCount).toBe(1)
  expect((await queue({ Suche: typed, Bei: 'niemand' })).TotalCount).toBe(0)
})

test('addresses of a claim are masked; who wants them in clear is in the log of each person', async () => {
  const { id, referral, recipient } = await makeClaim()
  const secret = [referral.email, recipient.email]
  const masked = JSON.stringify(await show(id))
  for (const one of secret) expect(masked).not.toContain(one)
  const revealed = async (subject: string) =>
    (await rowsOf(subject)).filter(({ action }) => action === 'person-revealed')
  expect(await revealed(recipient.number)).toEqual([])
  const shown = JSON.stringify((await call('PUT', `/${id}/zeigen`)).body)
  for (const one of secret) expect(shown).toContain(one)
  for (const subject of [referral.accountId, recipient.number])
    expect(await revealed(subject)).toMatchObject([{ actor_id: support.id }])
  const elsewhere = await makeOperator(server, 'anderswo@post.example', ['support'], 'telko')
  expect((await call('PUT', `/${id}/zeigen`, undefined, elsewhere, 'telko')).status).toBe(404)
})

test('beside a claim stand the orders that it may be about, the likeliest first', async () => {
  const { id, referral, recipient, typed } = await makeClaim()
  await makeLost(referral, `${typed}/A`)
  await makeLost(referral, ` ${typed.toLowerCase()} `.trim())
  await makeLost(referral, `FAR-${typed}`, daysAgo(60))
  const elsewhere = await makeClaim()
  await bench.makeOrder(elsewhere.referral, elsewhere.recipient, {
    externalNumber: `OTHER-${typed}`,
  })
  const old = await bench.makeOrder(referral, recipient, {
    externalNumber: `OLD-${typed}`,
    contractOn: daysAgo(40),
  })
  const { Moeglich, Personen } = await show(id)
  expect(
    Moeglich.map((one: Record<string, unknown>) => [
      one.AnbieterNummer,
      one.Wessen,
      one.Zuordenbar,
    ]),
  ).toEqual([
    [typed.toLowerCase(), 'nobody', true],
    [`${typed}/A`, 'nobody', true],
    [`OLD-${typed}`, 'claimant', true],
  ])
  expect(Moeglich[0]).toMatchObject({
    GleicheNummer: true,
    GleicherVertrag: true,
    Verspaetet: false,
  })
  expect(Moeglich[2].Auftrag).toBe(old)
  expect(Personen.map(({ Id }: { Id: string }) => Id)).toEqual([
    referral.accountId,
    recipient.number,
  ])
})

test('accepted, the contract of nobody counts for the recommendation; log, person and order say so', async () => {
  const { id, referral, recipient, typed, list } = await makeClaim()
  await makeLost(referral, typed)
  const sent = (await bench.mails('claimDecided')).length
  const { status } = await decide(id, accept(typed, { Notiz: 'Beleg gesehen' }))
  expect(status).toBe(200)
  const { Zugeordnet: order } = await show(id)
  const row = await bench.run((tx) =>
    tx
      .selectFrom('orders')
      .select(['recipient_number', 'referral_number', 'state', 'source'])
      .where('tenant', '=', 'standard')
      .where('number', '=', order)
      .executeTakeFirst(),
  )
  expect(row).toEqual({
    recipient_number: recipient.number,
    referral_number: referral.number,
    state: 'confirmed',
    source: 'claim',
  })
  const reason = 'Der Vertrag steht in den Daten des Anbieters. Beleg gesehen'
  expect((await rowsOf(id)).at(-1)).toEqual({
    action: 'claim-accepted',
    actor_id: support.id,
    reason,
  })
  expect(await rowsOf(order)).toEqual(
    expect.arrayContaining([{ action: 'order-attached', actor_id: support.id, reason }]),
  )
  expect(await list()).toEqual([expect.objectContaining({ Id: id, Stand: 'gefunden' })])
  expect((await bench.mails('claimDecided')).length).toBe(sent + 1)
  // It is nobody's no longer.
  const later = await makeClaim({ body: { Auftragsnummer: typed } })
  const other = await decide(later.id, accept(typed))
  expect([other.status, other.body.Fields[0].Field]).toEqual([400, 'Auftrag'])
  expect((await show(later.id)).Moeglich[0]).toMatchObject({ Wessen: 'other', Zuordenbar: false })
})

test('an order of the same recommendation is taken as it is; cancelled, reported and unknown ones are not', async () => {
  const { id, referral, recipient } = await makeClaim()
  const order = await bench.makeOrder(referral, recipient, { contractOn: daysAgo(30) })
  const cancelled = bench.line(referral, {
    recipientNumber: recipient.number,
    contractOn: daysAgo(30),
  })
  await bench.feed(cancelled)
  await bench.feed({ ...cancelled, status: 'storniert' })
  for (const number of ['NIE-GESEHEN', cancelled.externalNumber]) {
    const { status, body } = await decide(id, accept(number))
    expect([status, body.Fields[0].Field]).toEqual([400, 'Auftrag'])
  }
  expect((await decide(id, { ...accept(order), Auftrag: undefined })).status).toBe(400)
  expect((await decide(id, accept(order))).status).toBe(200)
  expect((await show(id)).Zugeordnet).toBe(order)
})

test('of several contacts one is named', async () => {
  const { id, referral, typed, recipients } = await makeClaim({ contacts: [{}, {}] })
  await makeLost(referral, typed)
  for (const more of [{}, { Empfaengernummer: 'NIEMAND' }]) {
    const { status, body } = await decide(id, accept(typed, more))
    expect([status, body.Fields[0].Field]).toEqual([400, 'Empfaengernummer'])
  }
  expect(
    (await decide(id, accept(typed, { Empfaengernummer: recipients[1]!.number }))).status,
  ).toBe(200)
  const none = await makeClaim({ contacts: [] })
  await makeLost(none.referral, none.typed)
  expect((await decide(none.id, accept(none.typed))).status).toBe(400)
})

test('refused, the person reads why in their language, once, and it is not asked again', async () => {
  const { id, list, typed, referral, token } = await makeClaim()
  const wrong = [
    { Entscheidung: 'abgelehnt', Grund: 'in-feed' },
    { Entscheidung: 'anerkannt', Grund: 'no-contract', Auftrag: 'x' },
    { Entscheidung: 'abgelehnt', Grund: 'other' },
  ]
  for (const body of wrong) expect((await decide(id, body)).status).toBe(400)
  expect((await decide(id, { ...refuse, Notiz: 'Bitte dort fragen.' })).status).toBe(200)
  const text = 'Der Anbieter kennt dazu keinen Vertrag. Bitte dort fragen.'
  expect(await list()).toEqual([expect.objectContaining({ Stand: 'abgelehnt', Begruendung: text })])
  const mails = (await bench.mails('claimDecided')).filter(
    ({ to_address }) => to_address === referral.email,
  )
  expect(mails.map(({ data }) => (data as { reason: string }).reason)).toEqual([text])
  const again = await server.call('POST', '/standard/empfehler/nachbuchungen', {
    token,
    body: {
      Empfehlungsnummer: referral.number,
      ProduktId: referral.product,
      Auftragsnummer: typed,
    },
  })
  expect([again.status, again.body.Fields[0].Message]).toEqual([
    400,
    expect.stringContaining('Antwort'),
  ])
})

test('of eight who decide at once one does, whatever they decide; who saw an older state is refused', async () => {
  const { id, referral, typed } = await makeClaim()
  await makeLost(referral, typed)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => decide(id, at % 2 === 0 ? accept(typed) : refuse)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  const orders = await bench.run((tx) =>
    tx
      .selectFrom('orders')
      .select('number')
      .where('tenant', '=', 'standard')
      .where('external_number', '=', typed)
      .execute(),
  )
  expect(orders.length).toBe((await show(id)).Stand === 'accepted' ? 1 : 0)
  expect((await rowsOf(id)).filter(({ action }) => /accepted|refused/.test(action))).toHaveLength(1)
  const other = await makeClaim()
  await call('PUT', `/${other.id}/zuweisung`, { Version: 1, BeiMir: true })
  const late = await decide(other.id, refuse)
  expect([late.status, late.body.ErrorCode]).toEqual([409, 'PSOF0707'])
  expect((await decide(other.id, { ...refuse, Version: 2 })).status).toBe(200)
  expect((await call('PUT', `/${other.id}/zuweisung`, { Version: 3, BeiMir: true })).status).toBe(
    409,
  )
})

test('a claim is accepted with a fresh passkey alone, and refused without one', async () => {
  const { id, referral, typed } = await makeClaim()
  await makeLost(referral, typed)
  const late = await makeOperator(server, 'alte.sitzung@post.example', ['support'])
  await withTenant(server.db, platformCode, (tx) =>
    sql`update tokens set details = details || '{"provedAt": "2000-01-01T00:00:00Z"}'
      where tenant = ${platformCode} and subject = ${late.id}`.execute(tx),
  )
  const tried = await decide(id, accept(typed), late)
  expect([tried.status, tried.body.ErrorCode]).toEqual([403, 'PSOF0702'])
  expect((await show(id)).Stand).toBe('open')
  expect((await decide(id, refuse, late)).status).toBe(200)
})

test('support alone earns nobody anything with a stranger’s contract: whatever speaks against it holds both rewards', async () => {
  const plain = await makeClaim()
  await makeNameless(plain.referral, plain.typed)
  expect((await decide(plain.id, accept(plain.typed))).status).toBe(200)
  const { rewards } = await rewardsOf(plain.id)
  expect(rewards.map(({ review }) => review)).toEqual(['none', 'none'])

  const stranger = await makeClaim()
  const gone = await makeClaim()
  await decide(gone.id, refuse)
  const seller = await makeOperator(server, 'eigener.kontakt@gmail.com', ['payout-preparer'])
  const cases: [string, Awaited<ReturnType<typeof makeClaim>>, string, string?][] = [
    ['number', await makeClaim(), `FREMD-${made}`],
    ['day', await makeClaim(), `K-${made}`, daysAgo(4)],
    [
      'product',
      await makeClaim({ body: { ProduktId: bench.products[1]!.product_id } }),
      `K-${made}`,
    ],
    ['email', await makeClaim(), `K-${made}`],
    ['claimed-beside', await makeClaim({ body: { Auftragsnummer: undefined } }), stranger.typed],
    ['claimed-beside', await makeClaim({ body: { Auftragsnummer: undefined } }), gone.typed],
    [
      'brought',
      await makeClaim({ contacts: [{ email: 'eigener.kontakt@gmail.com' }] }),
      `K-${made}`,
    ],
  ]
  for (const [doubt, { id, referral }, number, day] of cases) {
    await (doubt === 'email' ? makeLost : makeNameless)(referral, number, day)
    if (doubt === 'brought') await bringBy(number, seller.id)
    expect((await decide(id, accept(number))).status).toBe(200)
    const { order, rewards } = await rewardsOf(id)
    expect([doubt, ...rewards.map((one) => [one.review, one.review_reasons])]).toEqual([
      doubt,
      ['held', ['by-hand']],
      ['held', ['by-hand']],
    ])
    const row = (await rowsOf(order)).find(({ action }) => action === 'order-doubted')
    expect(row).toMatchObject({ actor_id: support.id, reason: doubtsText([doubt as Doubt], 'de') })
  }
})

test('where the provider names nobody, one person accepts a small sum a day alone, also many at once; the claimants are answered all the same', async () => {
  const clerk = await makeOperator(server, 'viele.meldungen@post.example', ['support'])
  const claims: Awaited<ReturnType<typeof makeClaim>>[] = []
  while (claims.length < 6) claims.push(await makeClaim()) // one by one: each sets the clock
  for (const { referral, typed } of claims) await makeNameless(referral, typed)
  const left = async () =>
    (await call('GET', `/${claims[0]!.id}`, undefined, clerk)).body.AlleinCent
  expect(await left()).toBe(attachAloneCents)
  const done = await Promise.all(claims.map(({ id, typed }) => decide(id, accept(typed), clerk)))
  expect(done.map(({ status }) => status)).toEqual(Array(6).fill(200))
  let alone = 0
  const held: string[] = []
  for (const { id, list } of claims) {
    expect(await list()).toMatchObject([{ Stand: 'gefunden' }])
    const { order, rewards } = await rewardsOf(id)
    if (rewards.every(({ review }) => review === 'none'))
      alone += rewards.reduce((sum, { cents }) => sum + cents, 0)
    else {
      held.push(order)
      expect(rewards.map((one) => one.review_reasons)).toEqual([['by-hand'], ['by-hand']])
    }
  }
  expect(alone).toBeGreaterThan(0)
  expect(alone).toBeLessThanOrEqual(attachAloneCents)
  expect(await left()).toBe(attachAloneCents - alone)
  expect(held).not.toEqual([])
  const row = (await rowsOf(held[0]!)).find(({ action }) => action === 'order-doubted')
  expect(row).toMatchObject({ actor_id: clerk.id, reason: doubtsText(['unnamed'], 'de') })
})

test('what speaks against an accepted claim is weighed by a second person, who reads what it is', async () => {
  const both = await makeOperator(server, 'hilfe.und.pruefung@post.example', [
    'support',
    'reviewer',
  ])
  const reviewer = await makeOperator(server, 'pruefung@post.example', ['reviewer'])
  const { id, referral, typed } = await makeClaim()
  await makeNameless(referral, typed, daysAgo(5))
  expect((await decide(id, accept(typed), both)).status).toBe(200)
  const { rewards } = await rewardsOf(id)
  const at = `/standard/betrieb/pruefungen/${rewards[0]!.reward_id}`
  const look = async ({ token }: typeof both) => (await server.call('GET', at, { token })).body
  const judge = ({ token }: typeof both, verdict: object) =>
    server.call('PUT', `${at}/entscheidung`, { token, body: { Version: 1, ...verdict } })
  const [own, other] = [await look(both), await look(reviewer)]
  expect([own.EigenerZweifel, other.EigenerZweifel]).toEqual([true, false])
  expect(other.Belege).toEqual([
    expect.objectContaining({ Grund: 'by-hand', Notiz: doubtsText(['day'], 'de') }),
  ])
  const approve = { Entscheidung: 'anerkannt', Grund: 'doubt-cleared' }
  for (const verdict of [approve, { Entscheidung: 'abgelehnt', Grund: 'own-contract' }]) {
    const { status, body } = await judge(both, verdict)
    expect([status, body.ErrorCode]).toEqual([403, 'PSOF0708'])
  }
  const tries = await Promise.all([both, reviewer, both].map((one) => judge(one, approve)))
  expect(tries.map(({ status }) => status === 200)).toEqual([false, true, false])
})

test('whoever imported a contract accepts no claim with it', async () => {
  const { id, referral, typed } = await makeClaim()
  await makeNameless(referral, typed)
  const both = await makeOperator(server, 'einlesen.und.hilfe@post.example', ['support'])
  await bringBy(typed, both.id)
  const tried = await decide(id, accept(typed), both)
  expect([tried.status, tried.body.ErrorCode]).toEqual([403, 'PSOF0706'])
  expect(tried.body.Message).toContain('selbst eingelesen')
  expect((await decide(id, accept(typed))).status).toBe(200)
})

test('the feed and two people at the same moment attach an order once', async () => {
  for (let at = 0; at < 4; at++) {
    const { id, referral, recipient, typed } = await makeClaim()
    await makeLost(referral, typed)
    const line = bench.line(referral, {
      externalNumber: typed,
      recipientNumber: recipient.number,
      contractOn: daysAgo(3),
    })
    const [fed, ...decided] = await Promise.all([
      bench.feed(line),
      decide(id, accept(typed)),
      decide(id, accept(typed)),
    ])
    expect(['new', 'unchanged']).toContain(fed.kind)
    expect(decided.filter(({ status }) => status === 200).length).toBeLessThan(2)
    expect(['matched', 'accepted']).toContain((await show(id)).Stand)
  }
})

test('nobody decides about a claim of themselves, as its maker or its contact', async () => {
  const account = await bench.makeAccount('eigene.meldung@gmail.com')
  const { id } = await makeClaim({ account })
  const self = await makeOperator(server, 'eigenemeldung+arbeit@gmail.com', ['support'])
  const { status, body } = await decide(id, refuse, self)
  expect([status, body.ErrorCode]).toEqual([403, 'PSOF0706'])
  const contact = await makeClaim({ contacts: [{ email: 'kollegin.kontakt@post.example' }] })
  const colleague = await makeOperator(server, 'kollegin.kontakt@post.example', ['support'])
  expect((await decide(contact.id, refuse, colleague)).body.ErrorCode).toBe('PSOF0706')
  const seen = await call('GET', `/${contact.id}`, undefined, colleague)
  expect(seen.body.Eigener).toBe(true)
  expect((await decide(contact.id, refuse)).status).toBe(200)
})

test('the file comes as a download that runs nothing, and the log says who fetched it', async () => {
  const pdf = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'
  const { id } = await makeClaim({ body: { Datei: Buffer.from(pdf).toString('base64') } })
  const { status, headers } = await call('GET', `/${id}/datei`)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="meldung-/)
  expect(headers['content-security-policy']).toMatch(/^sandbox/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect((await rowsOf(id)).at(-1)).toMatchObject({
    action: 'claim-file-fetched',
    actor_id: support.id,
  })
  const without = await makeClaim()
  expect((await call('GET', `/${without.id}/datei`)).status).toBe(404)
})

test('another tenant’s claim, and what is none, are not found', async () => {
  const { id, typed } = await makeClaim()
  const stranger = await makeOperator(server, 'fremd@post.example', ['support'], 'telko')
  for (const one of [id, 'x', '00000000-0000-7000-8000-000000000000'])
    for (const path of [`/${one}`, `/${one}/datei`])
      expect((await call('GET', path, undefined, stranger, 'telko')).status).toBe(404)
  const list = await call('PUT', '', { Filter: { Suche: typed } }, stranger, 'telko')
  expect(list.body.TotalCount).toBe(0)
  expect((await decide(id, refuse, stranger)).status).toBe(403)
  const there = await call(
    'PUT',
    `/${id}/entscheidung`,
    { Version: 1, ...refuse },
    stranger,
    'telko',
  )
  expect(there.status).toBe(404)
})

test('a person’s page tells of their claims and the answers', async () => {
  const { id, referral } = await makeClaim()
  await decide(id, refuse)
  const { body } = await server.call('GET', `/standard/betrieb/personen/${referral.accountId}`, {
    token: support.token,
  })
  const kinds = body.Ereignisse.map(({ Art, Einzelheit }: Record<string, string>) => [
    Art,
    Einzelheit,
  ])
  expect(kinds).toEqual(
    expect.arrayContaining([
      ['claim-made', id],
      ['claim-decided', 'no-contract'],
    ]),
  )
})

test('who took or gave back a claim takes that back within a minute: to what it was, once, with a row in the log', async () => {
  const { id } = await makeClaim()
  const other = await makeOperator(server, 'andere.hilfe@post.example', ['support'])
  const assign = (Version: number, BeiMir: boolean, who = support) =>
    call('PUT', `/${id}/zuweisung`, { Version, BeiMir }, who)
  const undo = (Version: number, who = support) =>
    call('PUT', `/${id}/rueckgaengig`, { Version }, who)
  expect((await undo(1)).body.ErrorCode).toBe('PSOF0710')
  await assign(1, true)
  expect((await undo(2, other)).body.ErrorCode).toBe('PSOF0710')
  const answers = await Promise.all([2, 2, 2].map((version) => undo(version)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await show(id)).toMatchObject({ Version: 3, BeiMir: false })
  expect((await undo(3)).body.ErrorCode).toBe('PSOF0710')
  await assign(3, true)
  await assign(4, false)
  expect((await undo(5)).status).toBe(200)
  expect(await show(id)).toMatchObject({ Version: 6, BeiMir: true })
  // After somebody else's change it is theirs.
  await assign(6, true, other)
  expect((await undo(6)).status).toBe(409)
  expect((await undo(7)).body.ErrorCode).toBe('PSOF0710')
  server.clock.set(server.deps.clock.now().add({ seconds: 61 }).toString())
  expect((await undo(7, other)).body.ErrorCode).toBe('PSOF0710')
  const undone = (await rowsOf(id)).filter(({ action }) => action === 'act-undone')
  expect(undone.map(({ actor_id }) => actor_id)).toEqual([support.id, support.id])
  // Nothing of a decided claim is taken back.
  await assign(7, true)
  expect((await decide(id, { ...refuse, Version: 8 })).status).toBe(200)
  expect((await undo(9)).status).toBe(409)
})
