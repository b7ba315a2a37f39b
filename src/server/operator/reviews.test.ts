import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeCommandToken } from '../../../test/helpers/command-token.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { withTenant } from '../db/connection.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { makeHeldReward } from './reviews.test-helper.ts'
import { makeBench, type Bench } from '../reward/reward.test-helper.ts'

let server: TestServer
let bench: Bench
let reviewer: Awaited<ReturnType<typeof makeOperator>>
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
})
beforeEach(async () => {
  server.clock.set(testNow)
  reviewer = await makeOperator(server, 'pruefung@post.example', ['reviewer'])
})
afterAll(() => server.stop())
afterEach(() => bench.expectLedger())

type Case = {
  PraemieId: string
  Version: number
  Auftrag: string
  AntwortBis: string
}

const call = (
  method: string,
  path: string,
  body?: unknown,
  { token } = reviewer,
  at = 'standard',
) =>
  server.call(method, `/${at}/betrieb/pruefungen${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  })
const queue = async (Filter: object = {}) =>
  (await call('PUT', '', { Filter })).body as {
    Content: Case[]
    TotalCount: number
    Summen: { WertCent: number }
  }
const show = async (id: string) =>
  (await call('GET', `/${id}`)).body as Case & Record<string, unknown>

/** The clock goes on, and the reviewer signs in again. */
async function waitHours(hours: number) {
  server.clock.set(Temporal.Instant.from(testNow).add({ hours }).toString())
  reviewer = await makeOperator(server, 'pruefung@post.example', ['reviewer'])
}

const makeHeld = (more: { account?: { accountId: string; email: string } } = {}) =>
  makeHeldReward(server, bench, more)
const decide = (id: string, body: object, who = reviewer) =>
  call('PUT', `/${id}/entscheidung`, body, who)
const approve = { Entscheidung: 'anerkannt', Grund: 'evidence' }

test('a held reward is in the queue with reason, sum and the day that was promised', async () => {
  const before = await queue()
  const held = await makeHeld()
  const after = await queue()
  expect(after.TotalCount).toBe(before.TotalCount + 1)
  expect(after.Summen.WertCent).toBe(before.Summen.WertCent + held.cents)
  const { Content } = await queue({ Suche: held.order })
  expect(Content).toEqual([
    expect.objectContaining({
      PraemieId: held.id,
      Gruende: ['existing-customer'],
      WertCent: held.cents,
      AntwortBis: server.deps.clock.today().add({ days: 14 }).toString(),
      Faelligkeit: 'later',
      Version: 1,
    }),
  ])
  expect((await queue({ Suche: held.order, Grund: 'same-email' })).TotalCount).toBe(0)
  expect((await queue({ Suche: held.order, Stand: 'entschieden' })).TotalCount).toBe(0)
  await waitHours(24 * 15)
  expect(await show(held.id)).toMatchObject({ Faelligkeit: 'overdue' })
})

test('a case shows both people, its evidence, what passed, and what was decided in like cases', async () => {
  const held = await makeHeld()
  const found = await show(held.id)
  expect(found).toMatchObject({
    Auftrag: held.order,
    Bestanden: expect.not.arrayContaining(['existing-customer']),
    Belege: [{ Grund: 'existing-customer' }],
    Eigener: false,
  })
  expect(found['Personen']).toEqual([
    expect.objectContaining({ Art: 'Empfehler', Id: held.referral.accountId }),
    expect.objectContaining({ Art: 'Empfaenger', Id: held.recipient.number }),
  ])
  const { Anerkannt } = found['Aehnlich'] as { Anerkannt: number }
  await decide((await makeHeld()).id, { ...approve, Version: 1 })
  const decided = await show(held.id)
  expect(decided['Aehnlich']).toMatchObject({ Anerkannt: Anerkannt + 1 })
  // Held for more than that, with the same reason first.
  const more = await makeHeld()
  await bench.run((tx) =>
    tx
      .updateTable('review_cases')
      .set({ reasons: ['existing-customer', 'yearly-limit'] })
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', more.id)
      .execute(),
  )
  await decide(more.id, { ...approve, Version: 1 })
  const main = (of: Record<string, unknown>) => of['AehnlichHauptgrund'] as { Anerkannt: number }
  const after = await show(held.id)
  expect(after['Aehnlich']).toEqual(decided['Aehnlich'])
  expect(main(after).Anerkannt).toBe(main(decided).Anerkannt + 1)
})

test('addresses of a case are masked; who wants them in clear is in the log of each person, and a script gets none', async () => {
  const held = await makeHeld()
  await bench.run((tx) =>
    tx
      .updateTable('review_cases')
      .set({ reasons: ['existing-customer', 'same-email', 'same-household'] })
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', held.id)
      .execute(),
  )
  const street = { street: 'Geheimgasse', house_number: '7', zip: '86911', city: 'Diessen' }
  await bench.run((tx) =>
    tx
      .updateTable('recipients')
      .set(street)
      .where('tenant', '=', 'standard')
      .where('number', '=', held.recipient.number)
      .execute(),
  )
  const secret = [held.referral.email, held.recipient.email, street.street]
  const mailboxes = async () =>
    ((await show(held.id))['Personen'] as { Postfach: string }[]).map(({ Postfach }) => Postfach)
  expect(await mailboxes()).toEqual(['anderes', 'anderes'])
  const script = await makeCommandToken(server, {
    tenant: 'standard',
    email: reviewer.email,
    kind: 'operator-token',
  })
  for (const token of [reviewer.token, script.token]) {
    const text = JSON.stringify(
      (await call('GET', `/${held.id}`, undefined, { ...reviewer, token })).body,
    )
    expect(text).toContain('same-household')
    for (const one of secret) expect(text).not.toContain(one)
  }
  const rows = async () =>
    (
      await bench.run((tx) =>
        tx
          .selectFrom('audit_log')
          .select(['subject_id', 'details'])
          .where('tenant', '=', 'standard')
          .where('action', '=', 'person-revealed')
          .where('actor_id', '=', reviewer.id)
          .orderBy('number')
          .execute(),
      )
    ).map(({ subject_id }) => subject_id)
  expect(await rows()).toEqual([])
  const reveal = (token: string) =>
    call('PUT', `/${held.id}/zeigen`, undefined, { ...reviewer, token })
  expect((await reveal(script.token)).status).toBe(403)
  expect(await rows()).toEqual([])
  const shown = JSON.stringify((await reveal(reviewer.token)).body)
  for (const one of secret) expect(shown).toContain(one)
  expect(await rows()).toEqual([held.referral.accountId, held.recipient.number])
  // Masked addresses look alike anyway: whether it is one mailbox is said.
  const tagged = held.referral.email.replace('@', '+zwei@')
  await bench.run((tx) =>
    tx
      .updateTable('recipients')
      .set({ email: tagged })
      .where('tenant', '=', 'standard')
      .where('number', '=', held.recipient.number)
      .execute(),
  )
  expect(await mailboxes()).toEqual(['dasselbe', 'dasselbe'])
  const elsewhere = await makeOperator(server, 'anderswo@post.example', ['reviewer'], 'telko')
  expect((await call('PUT', `/${held.id}/zeigen`, undefined, elsewhere, 'telko')).status).toBe(404)
})

test('an approved reward goes on, the log says who and why, and the next case is named', async () => {
  const [held, other] = [await makeHeld(), await makeHeld()]
  const { status, body } = await decide(held.id, {
    ...approve,
    Notiz: 'Ausweis gesehen',
    Version: 1,
  })
  expect([status, typeof body.Naechste]).toEqual([200, 'string'])
  expect((await bench.readReward(held.id)).review).toBe('approved')
  expect((await bench.readReward(other.id)).review).toBe('held')
  const rows = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'reason'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', held.id)
      .where('action', '=', 'review-approved')
      .execute(),
  )
  expect(rows).toEqual([
    {
      action: 'review-approved',
      actor_id: reviewer.id,
      reason: 'Nachweise liegen vor und stimmen. Ausweis gesehen',
    },
  ])
  expect(await show(held.id)).toMatchObject({ Ergebnis: 'approved' })
})

test('a refused reward is cancelled, and its owner is told', async () => {
  const held = await makeHeld()
  const wrong = [
    { Entscheidung: 'abgelehnt', Grund: 'evidence', Version: 1 },
    { Entscheidung: 'anerkannt', Grund: 'duplicate', Version: 1 },
    { Entscheidung: 'abgelehnt', Grund: 'other', Version: 1 },
    // Of what did not hold it.
    { Entscheidung: 'anerkannt', Grund: 'two-in-household', Version: 1 },
    { Entscheidung: 'abgelehnt', Grund: 'over-limit', Version: 1 },
  ]
  for (const body of wrong) expect((await decide(held.id, body)).status).toBe(400)
  const sent = (await bench.mails('refused')).length
  const { status } = await decide(held.id, {
    Entscheidung: 'abgelehnt',
    Grund: 'existing-customer',
    Version: 1,
  })
  expect(status).toBe(200)
  expect(await bench.readReward(held.id)).toMatchObject({
    state: 'cancelled',
    review: 'refused',
  })
  expect((await bench.mails('refused')).length).toBe(sent + 1)
  expect(await show(held.id)).toMatchObject({ Ergebnis: 'refused' })
})

test('of many who decide at once one does; who saw an older state is refused', async () => {
  const held = await makeHeld()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      decide(
        held.id,
        at % 2 === 0
          ? { ...approve, Version: 1 }
          : { Entscheidung: 'abgelehnt', Grund: 'duplicate', Version: 1 },
      ),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  const other = await makeHeld()
  expect((await call('PUT', `/${other.id}/zuweisung`, { Version: 1, BeiMir: true })).status).toBe(
    200,
  )
  const late = await decide(other.id, { ...approve, Version: 1 })
  expect([late.status, late.body.ErrorCode]).toEqual([409, 'PSOF0707'])
  expect((await bench.readReward(other.id)).review).toBe('held')
  expect((await decide(other.id, { ...approve, Version: 2 })).status).toBe(200)
})

test('a case is taken, put off until a day, and comes back by itself', async () => {
  const held = await makeHeld()
  const search = { Suche: held.order }
  await call('PUT', `/${held.id}/zuweisung`, { Version: 1, BeiMir: true })
  expect((await queue({ ...search, Bei: 'mir' })).TotalCount).toBe(1)
  expect((await queue({ ...search, Bei: 'niemand' })).TotalCount).toBe(0)
  const today = server.deps.clock.today()
  const snooze = (Bis: string, Version: number) =>
    call('PUT', `/${held.id}/wiedervorlage`, {
      Version,
      Bis,
      Grund: 'Unterlagen fehlen',
    })
  expect((await snooze(today.toString(), 2)).status).toBe(400)
  expect((await snooze(today.add({ days: 91 }).toString(), 2)).status).toBe(400)
  await makeHeld()
  const { AntwortBis, Wiedervorlagen } = await show(held.id)
  expect(Wiedervorlagen).toContainEqual({ Wann: 'promised', Tag: AntwortBis, ZuSpaet: false })
  const put = await snooze(today.add({ days: 2 }).toString(), 2)
  expect([put.status, typeof put.body.Naechste]).toEqual([200, 'string'])
  expect(put.body.Naechste).not.toBe(held.id)
  expect((await queue(search)).TotalCount).toBe(0)
  expect((await queue({ ...search, Stand: 'zurueckgestellt' })).TotalCount).toBe(1)
  await waitHours(48)
  expect((await queue(search)).TotalCount).toBe(1)
})

test('nobody decides about themselves: same mailbox, or the household of their own account', async () => {
  const account = await bench.makeAccount('eigen.prueferin@gmail.com')
  const held = await makeHeld({ account })
  const self = await makeOperator(server, 'eigenprueferin+arbeit@gmail.com', ['reviewer'])
  const { status, body } = await decide(held.id, { ...approve, Version: 1 }, self)
  expect([status, body.ErrorCode]).toEqual([403, 'PSOF0706'])
  const Bis = server.deps.clock.today().add({ days: 2 }).toString()
  const later = await server.call('PUT', `/standard/betrieb/pruefungen/${held.id}/wiedervorlage`, {
    token: self.token,
    body: { Version: 1, Bis, Grund: 'Später' },
  })
  expect([later.status, later.body.ErrorCode]).toEqual([403, 'PSOF0706'])

  const colleague = await makeOperator(server, 'nachbarin@post.example', ['reviewer'])
  const home = { street: 'Birkenweg', houseNumber: '3a', zip: '10115' }
  const referral = await bench.makeReferral({ share: 0 })
  await bench.makeRecipient(referral, {
    email: 'nachbarin@post.example',
    ...home,
  })
  const theirs = await bench.makeReferral({ share: 0 })
  const contact = await bench.makeRecipient(theirs, home)
  const day = server.deps.clock.today().subtract({ days: 3 }).toString()
  const order = await bench.makeOrder(theirs, contact, { contractOn: day })
  await bench.release(order)
  const [reward] = await bench.readRewards(order)
  const refused = await decide(reward!.reward_id, { ...approve, Version: 1 }, colleague)
  expect(refused.body.ErrorCode).toBe('PSOF0706')
  expect((await decide(reward!.reward_id, { ...approve, Version: 1 })).status).toBe(200)
})

test('the case of a cancelled order is closed without a decision', async () => {
  const held = await makeHeld()
  await bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, held.order, system))
  expect(await show(held.id)).toMatchObject({ Ergebnis: 'moot' })
  expect((await decide(held.id, { ...approve, Version: 2 })).status).toBe(409)
})

test('another tenant’s case, and what is none, are not found', async () => {
  const held = await makeHeld()
  const stranger = await makeOperator(server, 'fremd@post.example', ['reviewer'], 'telko')
  for (const id of [held.id, 'x', '00000000-0000-7000-8000-000000000000'])
    expect((await call('GET', `/${id}`, undefined, stranger, 'telko')).status).toBe(404)
  expect((await call('GET', `/${held.id}`, undefined, stranger)).status).toBe(403)
  const list = await call('PUT', '', { Filter: { Suche: held.order } }, stranger, 'telko')
  expect(list.body.TotalCount).toBe(0)
  expect((await decide(held.id, { ...approve, Version: 1 }, stranger)).status).toBe(403)
})
