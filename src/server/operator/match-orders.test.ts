import { expect, test } from 'vitest'
import { makeOperator, tenantRoles } from '../../../test/helpers/operator.ts'
import { testNow, type TestServer } from '../../../test/helpers/server.ts'
import { doubtsText, type Doubt } from '../../domain/doubt.ts'
import { attachAloneCents } from '../../domain/goodwill.ts'
import { matchUnmatched } from '../reward/match-unmatched.ts'
import type { Bench, Referral } from '../reward/reward.test-helper.ts'
import { isOwnMatch } from './own-case.ts'
import { useOrders, type Operator } from './orders.test-helper.ts'

let server: TestServer
let bench: Bench
const { operator, call, list, show, makeOrder, auditOf } = useOrders(
  (made) => ({ server, bench } = made),
)
const Grund = 'Der Anbieter bat darum'

/** A contract of the feed that names nobody known; its id in the list. */
async function makeUnmatched(by: Operator, referral: Referral, named: object) {
  const line = bench.line(referral, named)
  expect((await bench.feed(line)).kind).toBe('failed')
  const found = await list(by, { Suche: line.externalNumber, Stand: 'ohne-person' })
  return { line, id: found.Content[0].Id as string }
}
const match = (by: Operator, id: string, Empfaengernummer: string, changes: object = {}) =>
  call('PUT', `/${id}/zuordnung`, by, { Version: 1, Grund, Empfaengernummer, ...changes })
const contactsFor = async (by: Operator, id: string, body: object = {}) =>
  (await call('PUT', `/${id}/kontakte`, by, body)).body.Kontakte as Record<string, unknown>[]

test('a contract that fits nobody is matched by hand to a contact, by one of eight at once, with the reason in the log', async () => {
  const by = await operator()
  const referral = await bench.makeReferral({ share: 100 })
  const recipient = await bench.makeRecipient(referral)
  const { id, line } = await makeUnmatched(by, referral, {
    referralNumber: referral.number,
    email: 'tippfehler@post.example',
  })
  expect(await contactsFor(by, id)).toMatchObject([
    { Empfaengernummer: recipient.number, GleichesProdukt: true, Bestaetigt: true },
  ])
  for (const Suche of [recipient.email, recipient.number, referral.number])
    expect(await contactsFor(by, id, { Suche })).toMatchObject([
      { Empfaengernummer: recipient.number },
    ])
  expect(await contactsFor(by, id, { Suche: 'Konny Kontakt' })).not.toEqual([])
  const people = await Promise.all(Array.from({ length: 8 }, () => operator()))
  const answers = await Promise.all(people.map((one) => match(one, id, recipient.number)))
  const done = answers.filter(({ status }) => status === 200)
  expect(done).toHaveLength(1)
  const number = done[0]!.body.Auftragsnummer
  expect(await show(by, number)).toMatchObject({
    ExterneAuftragsnummer: line.externalNumber,
    Stand: 'pruefzeit',
    Quelle: 'hand',
  })
  expect(await auditOf(number)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'order-matched', reason: Grund }),
      expect.objectContaining({ action: 'order-confirmed', reason: Grund }),
    ]),
  )
  expect((await call('GET', `/${id}`, by)).status).toBe(404)
})

test('a contract that names a recommendation alone is nobody’s where two confirmed it, however many only accepted it', async () => {
  const referral = await bench.makeReferral()
  const line = () => bench.line(referral, { referralNumber: referral.number })
  await bench.makeRecipient(referral, { email: 'a@viele.example' })
  for (let at = 10; at < 70; at += 1)
    await bench.makeRecipient(referral, { email: `m${at}@viele.example`, state: 'accepted' })
  expect((await bench.feed(line())).kind).toBe('new')
  await bench.makeRecipient(referral, { email: 'z@viele.example' })
  expect(await bench.feed(line())).toMatchObject({ kind: 'failed', error: 'not-found' })
})

test('nobody matches a contract to themselves, to nobody, without the right or after it was delivered anew', async () => {
  const by = await operator()
  const own = await makeOrder({ email: by.email.replace('@', '+y@') })
  const { id, line } = await makeUnmatched(by, own.referral, { email: 'wer@post.example' })
  expect((await match(by, id, own.recipient.number)).body.ErrorCode).toBe('PSOF0706')
  expect((await match(by, id, 'GIBTESNICHT')).status).toBe(400)
  const { recipient } = await makeOrder()
  expect((await match(await operator(['support']), id, recipient.number)).status).toBe(403)
  const elsewhere = await operator(tenantRoles, 'telko')
  expect((await call('PUT', `/${id}/kontakte`, elsewhere, {}, 'telko')).status).toBe(404)
  await bench.feed(line)
  expect((await match(by, id, recipient.number)).body.ErrorCode).toBe('PSOF0707')
})

test('who confirms an address gets the contracts that name them, and none of a name that only looks like theirs', async () => {
  const by = await operator()
  const referral = await bench.makeReferral({ share: 100 })
  const email = 'spaet.dran@post.example'
  const named = await makeUnmatched(by, referral, { email })
  const other = await makeUnmatched(by, referral, {
    referralNumber: referral.number,
    email: 'jemand.anders@post.example',
  })
  const late = await bench.makeRecipient(referral, { email, state: 'accepted' })
  expect(
    await matchUnmatched(server.deps, bench.tenant, late.number, isOwnMatch(server.deps)),
  ).toBe(0)
  const sure = await bench.makeRecipient(referral, { email })
  const runs = await Promise.all(
    [1, 2, 3].map(() =>
      matchUnmatched(server.deps, bench.tenant, sure.number, isOwnMatch(server.deps)),
    ),
  )
  expect(runs.reduce((sum, one) => sum + one, 0)).toBe(1)
  expect((await call('GET', `/${named.id}`, by)).status).toBe(404)
  expect((await call('GET', `/${other.id}`, by)).status).toBe(200)
  const { Content } = await list(by, { Suche: named.line.externalNumber })
  expect(Content).toMatchObject([{ Stand: 'pruefzeit' }])
  const kept = await bench.run((tx) =>
    tx.selectFrom('unmatched_orders').selectAll().where('tenant', '=', 'standard').execute(),
  )
  expect(JSON.stringify(kept)).not.toContain('@')
})

const rewardsOf = async (number: string) => {
  await bench.release(number)
  return bench.readRewards(number)
}
const claim = async (referral: Referral, body: object) =>
  expect(
    (
      await server.call('POST', '/standard/empfehler/nachbuchungen', {
        token: await bench.token('user-session', referral.accountId),
        body: { Empfehlungsnummer: referral.number, ProduktId: referral.product, ...body },
      })
    ).status,
  ).toBe(201)

test('a match by hand is doubted like an accepted claim: both rewards wait for a review that whoever matched does not decide', async () => {
  const by = await operator()
  const other = await operator()
  let people = 0
  const day = server.deps.clock.today().subtract({ days: 3 }).toString()
  const sold = await bench.makeReferral()
  const made = async (named: object, product = sold.product) => {
    const email = `wie.beim.anbieter${++people}@post.example`
    const lost = await makeUnmatched(by, sold, { email, ...named })
    // People report what is missing some days later.
    server.clock.set(Temporal.Instant.from(testNow).subtract({ hours: 240 }).toString())
    const [referral, stranger] = [
      await bench.makeReferral({ product }),
      await bench.makeReferral({ product }),
    ]
    const recipient = await bench.makeRecipient(referral, { email })
    await bench.makeRecipient(stranger)
    server.clock.set(testNow)
    return { referral, stranger, recipient, ...lost }
  }
  const cases: [Doubt | null, Awaited<ReturnType<typeof made>>][] = [
    [null, await made({})],
    ['email', await made({ email: 'echt@fremd.example' })],
    ['product', await made({}, bench.products[1]!.product_id)],
    ['day', await made({})],
    ['claimed-beside', await made({})],
  ]
  for (const [doubt, { referral, stranger, recipient, id, line }] of cases) {
    if (doubt === 'day')
      await claim(referral, { Auftragsnummer: line.externalNumber, Vertragsdatum: day })
    if (doubt === 'claimed-beside')
      await claim(stranger, { Auftragsnummer: line.externalNumber, Vertragsdatum: day })
    const { status, body } = await match(by, id, recipient.number)
    expect(status).toBe(200)
    const rewards = await rewardsOf(body.Auftragsnummer)
    const held = rewards.map((one) => (one.review_reasons as string[]).includes('by-hand'))
    expect([doubt, ...held]).toEqual([doubt, doubt !== null, doubt !== null])
    const row = (await auditOf(body.Auftragsnummer)).find((one) => one.action === 'order-doubted')
    if (doubt === null) expect(row).toBeUndefined()
    else expect(row).toMatchObject({ actor_id: by.id, reason: doubtsText([doubt], 'de') })
    if (doubt !== 'email') continue
    const judge = ({ token }: Operator) =>
      server.call('PUT', `/standard/betrieb/pruefungen/${rewards[0]!.reward_id}/entscheidung`, {
        token,
        body: { Version: 1, Entscheidung: 'anerkannt', Grund: 'doubt-cleared' },
      })
    expect((await judge(by)).body.ErrorCode).toBe('PSOF0708')
    expect((await judge(other)).status).toBe(200)
  }
})

test('who brought a contract does not match it', async () => {
  const by = await operator()
  const referral = await bench.makeReferral()
  const recipient = await bench.makeRecipient(referral)
  const { id, line } = await makeUnmatched(by, referral, { email: 'irgendwer@post.example' })
  await bench.run((tx) =>
    tx
      .updateTable('unmatched_orders')
      .set({ brought_by: by.id })
      .where('tenant', '=', 'standard')
      .where('external_number', '=', line.externalNumber)
      .execute(),
  )
  const tried = await match(by, id, recipient.number, { Version: 2 })
  expect([tried.status, tried.body.ErrorCode]).toEqual([403, 'PSOF0706'])
  expect(tried.body.Message).toContain('selbst eingelesen')
  const other = await match(await operator(), id, recipient.number, { Version: 2 })
  expect(other.status).toBe(200)
})

test('of contracts that name nobody one person matches a small sum a day alone, also many at once; what is above is held', async () => {
  const [by, other] = [await operator(), await operator()]
  const made = async (who = by) => {
    const referral = await bench.makeReferral({ share: 100 })
    const recipient = await bench.makeRecipient(referral)
    return { id: (await makeUnmatched(who, referral, {})).id, contact: recipient.number }
  }
  const matchOne = async (who: Operator, one: Awaited<ReturnType<typeof made>>) => {
    const { body, status } = await match(who, one.id, one.contact)
    expect(status).toBe(200)
    const { Erwartet } = await show(who, body.Auftragsnummer)
    const log = await auditOf(body.Auftragsnummer)
    return {
      cents: Erwartet.EmpfehlerCent + Erwartet.EmpfaengerCent,
      isDoubted: log.some(({ action }) => action === 'order-doubted'),
    }
  }
  const left = async (who: Operator) => (await show(who, (await made(who)).id)).AlleinCent
  expect(await left(by)).toBe(attachAloneCents)
  const many = await Promise.all(Array.from({ length: 8 }, made))
  const found = await Promise.all(many.map((one) => matchOne(by, one)))
  const price = found[0]!.cents
  const free = found.filter(({ isDoubted }) => !isDoubted)
  expect(price).toBeGreaterThan(0)
  expect(free).toHaveLength(Math.min(8, Math.floor(attachAloneCents / price)))
  expect(free.length).toBeLessThan(8)
  expect([await left(by), await left(other)]).toEqual([
    attachAloneCents - free.length * price,
    attachAloneCents,
  ])
  expect((await matchOne(other, await made())).isDoubted).toBe(false)
  expect((await matchOne(by, await made())).isDoubted).toBe(true)
  server.clock.advance('PT25H')
  const nextDay = await makeOperator(server, by.email, ['reviewer'])
  expect((await matchOne(nextDay, await made(nextDay))).isDoubted).toBe(false)
})
