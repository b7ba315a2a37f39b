import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeAgency } from '../../../test/helpers/agency.ts'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { stranger } from '../account/people.test-helper.ts'
import { recordReport } from '../reports/rows-store.ts'
import { listObjections } from '../base/objection-store.ts'
import { system } from '../base/audit-store.ts'
import { applyDecisions } from '../reward/apply-decisions.ts'
import { decideReview } from '../reward/decide-review.ts'
import { releaseDueOrders } from '../reward/release-due-orders.ts'
import { makeBench } from '../reward/reward.test-helper.ts'
import { changeAgencyState } from './change-agency-state.ts'
import { rebuildReports } from '../reports/rebuild-reports.ts'

let server: TestServer
let bench: Awaited<ReturnType<typeof makeBench>>
let agency: Awaited<ReturnType<typeof makeAgency>>
let other: Awaited<ReturnType<typeof makeAgency>>
beforeAll(async () => {
  server = await startTestServer()
  agency = await makeAgency(server, 'standard', 'AG-7101')
  other = await makeAgency(server, 'standard', 'AG-7102')
  bench = await makeBench(server, 'standard')
})
beforeEach(() => server.clock.set(testNow))
afterEach(() => bench.expectLedger())
afterAll(() => server.stop())

async function makeOrder(share = 50, line: Parameters<typeof bench.makeOrder>[2] = {}) {
  const referral = await bench.makeReferral({ share })
  await bench.run(async (tx) => {
    await tx
      .updateTable('referrals')
      .set({ agency_id: agency.agencyId, agency_user_id: agency.employee.id })
      .where('tenant', '=', 'standard')
      .where('number', '=', referral.number)
      .execute()
    await recordReport(tx, 'standard', 'referrals', [referral.number])
  })
  const recipient = await bench.makeRecipient(referral)
  const number = await bench.makeOrder(referral, recipient, line)
  return { number, referral, recipient }
}

const decide = (Aktion: string, Auftraege: string[], more: object = {}, who = agency.owner) =>
  server.call('PUT', '/standard/agentur-konto/auftraege', {
    token: who.token,
    body: { Aktion, Auftraege, ...more },
  })
const because = { Grund: 'bestandskunde' }
const apply = () => applyDecisions(server.deps, bench.tenant)
const row = async (number: string) => {
  const body = { Filter: { Suche: number } }
  const { token } = agency.owner
  const answer = await server.call('PUT', '/standard/agentur/auftraege/alle', { token, body })
  return answer.body.Content[0]
}
const mailsTo = async (email: string) =>
  (await queuedMails(server, 'standard', email)).map(({ template }) => template)
const actions = (number: string) =>
  bench.run(async (tx) => {
    const rows = await tx
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', number)
      .where('actor_kind', '<>', 'system')
      .orderBy('at')
      .orderBy('audit_id')
      .execute()
    return rows.map(({ action }) => action)
  })

const dropped = (number: string) =>
  bench.run(async (tx) => {
    const rows = await tx
      .selectFrom('audit_log')
      .select('action')
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', number)
      .where('action', '=', 'order-decision-dropped')
      .execute()
    return rows.map(({ action }) => action)
  })

test('a refusal says why: one of the reasons, or words of its own', async () => {
  const { number } = await makeOrder()
  const of = async (more: object) => {
    const { status, body } = await decide('ablehnen', [number], more)
    return [status, body.Fields?.[0]?.Field]
  }
  expect(await of({})).toEqual([400, 'Grund'])
  expect(await of({ Grund: 'keine Lust' })).toEqual([400, 'Grund'])
  expect(await of({ Grund: 'anderer' })).toEqual([400, 'Begruendung'])
  expect(await of({ Grund: 'anderer', Begruendung: '  ' })).toEqual([400, 'Begruendung'])
  expect(await of({ Grund: 'anderer', Begruendung: 'x'.repeat(301) })).toEqual([400, 'Begruendung'])
  expect(await bench.stateOf('orders', number)).toBe('confirmed')
  const words = { Grund: 'anderer', Begruendung: 'Der Antrag kam auf Papier.' }
  expect((await of(words))[0]).toBe(200)
  server.clock.advance('PT10S')
  await apply()
  expect(await row(number)).toMatchObject({ Status: 'NichtAnerkannt', Grund: words.Begruendung })
})

test('a decision has no effect while it can be taken back, and afterwards exactly one, however often it is tried', async () => {
  const [released, refused] = [await makeOrder(), await makeOrder()]
  const answer = await decide('freigeben', [released.number])
  expect(answer.body).toMatchObject({
    Bis: server.clock.now().add({ seconds: 10 }).toString(),
    Ergebnisse: [{ Ergebnis: 'vorgemerkt', Status: 'Bestaetigt' }],
  })
  await decide('ablehnen', [refused.number], because)
  server.clock.advance('PT9S')
  expect(await apply()).toBe(0)
  expect(await row(released.number)).toMatchObject({
    Status: 'Bestaetigt',
    Freigebbar: false,
    Vorgemerkt: { Aktion: 'freigeben' },
  })
  expect(await bench.readRewards(released.number)).toEqual([])
  expect(await mailsTo(refused.referral.email)).not.toContain('refused')
  server.clock.advance('PT1S')
  // Another process, or the same one after a kill -9, finds what waits in the database.
  const done = await Promise.all([apply(), apply(), apply()])
  expect(done.reduce((sum, one) => sum + one)).toBe(2)
  expect(await row(released.number)).toMatchObject({ Status: 'Freigegeben', Vorgemerkt: null })
  expect(await row(refused.number)).toMatchObject({ Status: 'NichtAnerkannt', Vorgemerkt: null })
  expect(await actions(released.number)).toEqual(['order-release-decided', 'order-released'])
  expect(await actions(refused.number)).toEqual(['order-refusal-decided', 'order-refused'])
  expect((await mailsTo(refused.referral.email)).filter((one) => one === 'refused')).toHaveLength(1)
  expect(await rebuildReports(server.deps, 'standard')).toMatchObject({ wrongSums: 0 })
})

test('a refused order is a state of its own, not a cancelled one, in list, count, file, statistics and sums', async () => {
  const { token } = agency.owner
  const list = async (path: string, Status: string | string[]) => {
    const body = { Pagesize: 100, Filter: { Status } }
    return (await server.call('PUT', `/standard/agentur/${path}`, { token, body })).body
  }
  const figures = async () =>
    (await server.call('GET', '/standard/agentur-konto/statistik', { token })).body.Gesamt
  const before = await figures()
  const [refused, cancelled, reviewed] = [await makeOrder(), await makeOrder(), await makeOrder()]
  const external = (await row(cancelled.number)).Nummer
  await bench.feed(
    bench.line(cancelled.referral, {
      recipientNumber: cancelled.recipient.number,
      externalNumber: external,
      status: 'storniert',
    }),
  )
  await decide('ablehnen', [refused.number], because)
  await decide('freigeben', [reviewed.number])
  server.clock.advance('PT10S')
  await apply()
  const [reward] = await bench.readRewards(reviewed.number)
  const refusal = { reason: 'own-contract', note: null } as const
  await bench.run(async (tx) => {
    await tx
      .updateTable('rewards')
      .set({ review: 'held' })
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', reward!.reward_id)
      .execute()
    await decideReview(tx, server.deps, bench.tenant, reward!.reward_id, refusal, system)
  })
  const idsOf = ({ Content }: { Content: { Id: string }[] }) => Content.map(({ Id }) => Id)
  const none = await list('auftraege/alle', 'NichtAnerkannt')
  expect(none.TotalCount).toBe(idsOf(none).length)
  expect(idsOf(none)).toContain(refused.number)
  expect(idsOf(none)).not.toContain(cancelled.number)
  expect(new Set(none.Content.map(({ Status }: { Status: string }) => Status))).toEqual(
    new Set(['NichtAnerkannt']),
  )
  const gone = idsOf(await list('auftraege/alle', 'Storniert'))
  expect(gone).toContain(cancelled.number)
  expect(gone).not.toContain(refused.number)
  const both = await list('auftraege/alle', ['Storniert', 'NichtAnerkannt'])
  expect(both.TotalCount).toBe(gone.length + none.TotalCount)
  expect(idsOf(await list('praemien', 'NichtAnerkannt'))).toEqual([reward!.reward_id])
  expect((await list('praemien', 'NichtAnerkannt')).Summen.WertCent).toBe(0)
  const file = await server.call(
    'GET',
    '/standard/agentur-konto/berichte/auftraege/csv?Status=NichtAnerkannt',
    { token, headers: { 'accept-language': 'de' } },
  )
  const lines = (file.body as string).trim().split('\r\n').slice(1)
  expect(lines).toHaveLength(none.TotalCount)
  expect(lines.every((line) => line.includes('Nicht anerkannt'))).toBe(true)
  const after = await figures()
  expect([
    after.Storniert - before.Storniert,
    after.NichtAnerkannt - before.NichtAnerkannt,
  ]).toEqual([1, 1])
  expect(after.NichtAnerkannt).toBe(none.TotalCount)
  expect(await rebuildReports(server.deps, 'standard')).toMatchObject({ wrongSums: 0 })
})

test('a decision that was taken back in time never happens, and one that is too late is not taken back', async () => {
  const { number } = await makeOrder()
  await decide('ablehnen', [number], because)
  // Nobody of another agency can, and their word for a foreign order is the one for none.
  expect((await decide('zuruecknehmen', [number], {}, other.owner)).body.Ergebnisse).toMatchObject([
    { Ergebnis: 'nicht-gefunden', Status: null },
  ])
  expect((await decide('zuruecknehmen', [number])).body.Ergebnisse).toMatchObject([
    { Ergebnis: 'zurueckgenommen', Status: 'Bestaetigt' },
  ])
  server.clock.advance('PT1M')
  expect(await apply()).toBe(0)
  expect(await row(number)).toMatchObject({ Status: 'Bestaetigt', Freigebbar: true, Grund: null })
  await decide('freigeben', [number])
  server.clock.advance('PT10S')
  expect((await decide('zuruecknehmen', [number])).body.Ergebnisse).toMatchObject([
    { Ergebnis: 'nicht-moeglich' },
  ])
  await apply()
  expect(await bench.stateOf('orders', number)).toBe('released')
})

test('what the provider cancels while a decision waits is cancelled, not refused, and no decision comes after it', async () => {
  for (const [Aktion, why] of [
    ['freigeben', {}],
    ['ablehnen', because],
  ] as const) {
    const { number, referral, recipient } = await makeOrder()
    const external = (await row(number)).Nummer
    await decide(Aktion, [number], why)
    const line = bench.line(referral, {
      recipientNumber: recipient.number,
      externalNumber: external,
      status: 'storniert',
    })
    server.clock.advance('PT10S')
    await Promise.all([bench.feed(line), apply()])
    await apply()
    const after = await row(number)
    expect(after.Status).toBe(after.Grund === null ? 'Storniert' : 'NichtAnerkannt')
    // Whichever of the two was first, only one of them happened to the order.
    const log = await actions(number)
    expect(log.filter((one) => one === 'order-refused')).toHaveLength(after.Grund === null ? 0 : 1)
  }
  const { number, referral, recipient } = await makeOrder()
  const external = (await row(number)).Nummer
  await decide('ablehnen', [number], because)
  await bench.feed(
    bench.line(referral, {
      recipientNumber: recipient.number,
      externalNumber: external,
      status: 'storniert',
    }),
  )
  server.clock.advance('PT10S')
  expect(await apply()).toBe(0)
  expect(await row(number)).toMatchObject({ Status: 'Storniert', Grund: null })
  expect(await mailsTo(referral.email)).not.toContain('refused')
})

test('a waiting decision is dropped and recorded as such when its maker leaves or the agency is stopped; other decisions continue', async () => {
  const gone = await makeAgency(server, 'standard', 'AG-7103')
  const stopped = await makeAgency(server, 'standard', 'AG-7104')
  const orderOf = async (agencyId: string) => {
    const order = await makeOrder()
    await bench.run(async (tx) => {
      await tx
        .updateTable('referrals')
        .set({ agency_id: agencyId, agency_user_id: null })
        .where('tenant', '=', 'standard')
        .where('number', '=', order.referral.number)
        .execute()
      await recordReport(tx, 'standard', 'referrals', [order.referral.number])
      await recordReport(tx, 'standard', 'orders', [order.number])
    })
    return order.number
  }
  const [byGone, refusedByGone, byStaying] = [
    await orderOf(gone.agencyId),
    await orderOf(gone.agencyId),
    await orderOf(gone.agencyId),
  ]
  const byStopped = await orderOf(stopped.agencyId)
  for (const [action, number, more, who] of [
    ['freigeben', byGone, {}, gone.owner],
    ['ablehnen', refusedByGone, because, gone.owner],
    ['freigeben', byStaying, {}, gone.owner],
    ['freigeben', byStopped, {}, stopped.owner],
  ] as const)
    expect((await decide(action, [number], more, who)).body.Ergebnisse).toMatchObject([
      { Ergebnis: 'vorgemerkt' },
    ])
  // Employees release what is their own; here they have decided about the first two.
  await bench.run((tx) =>
    tx
      .updateTable('order_decisions')
      .set({ actor_id: gone.employee.id })
      .where('tenant', '=', 'standard')
      .where('order_number', 'in', [byGone, refusedByGone])
      .execute(),
  )
  const left = await server.call(
    'DELETE',
    `/standard/agentur-konto/mitarbeiter/${gone.employee.id}`,
    { token: gone.owner.token },
  )
  expect(left.status).toBe(200)
  const operator = { kind: 'operator', id: 'jo' } as const
  const state = (to: 'active' | 'inactive') =>
    bench.run((tx) => changeAgencyState(tx, server.deps, 'standard', stopped.number, to, operator))
  expect(await state('inactive')).toBe('done')
  server.clock.advance('PT10S')
  expect(await apply()).toBe(1)
  expect(await bench.stateOf('orders', byStaying)).toBe('released')
  for (const number of [byGone, refusedByGone, byStopped]) {
    expect(await bench.stateOf('orders', number)).toBe('confirmed')
    expect(await dropped(number)).toEqual(['order-decision-dropped'])
  }
  // Gone for good: an agency that works again decides anew.
  expect(await state('active')).toBe('done')
  expect(await apply()).toBe(0)
  expect(await bench.stateOf('orders', byStopped)).toBe('confirmed')
})

test('an order whose refusal waits is not released by its age meanwhile', async () => {
  const contractOn = server.clock.today().subtract({ days: 60 }).toString()
  const { number } = await makeOrder(50, { contractOn })
  expect((await decide('ablehnen', [number], because)).status).toBe(200)
  await releaseDueOrders(server.deps, bench.tenant)
  expect(await bench.stateOf('orders', number)).toBe('confirmed')
  server.clock.advance('PT10S')
  await apply()
  await releaseDueOrders(server.deps, bench.tenant)
  expect(await bench.stateOf('orders', number)).toBe('cancelled')
})

test('before its release a row says what it would earn, which is what it earns then, and the fee for that', async () => {
  const { number } = await makeOrder(50)
  const before = await row(number)
  expect(before).toMatchObject({ WertCent: 0, GebuehrCent: null })
  await bench.release(number)
  const after = await row(number)
  expect(before.ErwartetCent).toBeGreaterThan(0)
  expect(after).toMatchObject({ WertCent: before.ErwartetCent, ErwartetCent: null })
})

test('who would have earned something is mailed the reason and reads it in their own place, with how and until when to object', async () => {
  const { number, referral, recipient } = await makeOrder(50)
  await decide('ablehnen', [number], { ...because, Begruendung: 'Kunde seit 2019.' })
  server.clock.advance('PT10S')
  await apply()
  const why = 'Es bestand schon eine Kundenbeziehung. Kunde seit 2019.'
  const until = server.clock.today().add({ days: 14 }).toString()
  for (const [email, beneficiary] of [
    [referral.email, 'referrer'],
    [recipient.email, 'recipient'],
  ] as const) {
    const mails = await queuedMails(server, 'standard', email)
    expect(mails.filter(({ template }) => template === 'orderCancelled')).toEqual([])
    expect(mails.find(({ template }) => template === 'refused')?.data).toMatchObject({
      beneficiary,
      reason: why,
      objectUntil: until,
      email: 'hallo@sonnseite.example',
      link: {
        link: {
          page: 'Contact',
          query: { thema: 'objection', empfehlungsnummer: referral.number },
        },
      },
    })
  }
  const own = await server.call('GET', '/standard/empfehler/empfehlungen', {
    token: await bench.token('user-session', referral.accountId),
    headers: { 'accept-language': 'en' },
  })
  expect(own.body[0].Empfaenger[0].Vertraege).toMatchObject([
    {
      Grund: 'There was already a customer relationship. Kunde seit 2019.',
      WiderspruchBis: until,
      Storno: { Praemie: 'keine' },
    },
  ])
  const theirs = await server.call('GET', '/standard/empfaenger/daten', {
    token: await bench.token('recipient', recipient.number),
  })
  expect(theirs.body).toMatchObject({ Grund: why, WiderspruchBis: until })
})

test('a referrer who kept everything is told alone: the contact would have got nothing', async () => {
  const { number, referral, recipient } = await makeOrder(100)
  await decide('ablehnen', [number], because)
  server.clock.advance('PT10S')
  await apply()
  expect(await mailsTo(referral.email)).toContain('refused')
  expect(await mailsTo(recipient.email)).not.toContain('refused')
})

test('a refused review is no cancelled contract: its reason is mailed and stands with the reward', async () => {
  const { rewards, referral } = await bench.makeReward()
  const id = rewards[0]!.reward_id
  await bench.run((tx) =>
    tx
      .updateTable('rewards')
      .set({ review: 'held' })
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', id)
      .execute(),
  )
  const refusal = { reason: 'own-contract', note: null } as const
  await bench.run((tx) => decideReview(tx, server.deps, bench.tenant, id, refusal, system))
  const why = 'Eigene Verträge und Verträge im eigenen Haushalt zählen nicht.'
  const mails = await queuedMails(server, 'standard', referral.email)
  expect(mails[0]).toMatchObject({ template: 'refused', data: { reason: why } })
  const reward = await server.call('GET', '/standard/praemierung', {
    token: await bench.token('reward', id),
  })
  expect(reward.body).toMatchObject({ Status: 'Storniert', Grund: why })
  const own = await server.call('GET', '/standard/empfehler/empfehlungen', {
    token: await bench.token('user-session', referral.accountId),
  })
  expect(own.body[0].Praemierungen).toMatchObject([{ Status: 'Storniert', Grund: why }])
  expect(own.body[0].Empfaenger[0].Vertraege).toMatchObject([{ Grund: why }])
})

test('an objection reaches the company’s mailbox and stays in the operators’ list, under its referral', async () => {
  const { email, ip } = stranger()
  const body = {
    Name: 'Rosa Feldmann',
    Email: email,
    Betreff: 'objection',
    Nachricht: 'Das war mein erster Vertrag.',
    Empfehlungsnummer: 'A7KM-Q2X9',
  }
  expect((await server.call('POST', '/standard/kontakt', { body, ip })).status).toBe(202)
  expect(await mailsTo('hallo@sonnseite.example')).toContain('contactMessage')
  const listed = await bench.run((tx) => listObjections(tx, 'standard', false))
  expect(listed).toMatchObject([
    { email, referral_number: 'A7KM-Q2X9', message: body.Nachricht, closed_at: null },
  ])
})
