import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mailedToken } from '../../../test/helpers/mails.ts'
import { makeOperator, tenantRoles } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { system } from '../base/audit-store.ts'
import { voucherPlace } from '../base/voucher-places.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { sumDue } from '../reward/due-store.ts'
import {
  bankData,
  ibanOf,
  useRewards,
  type Bench,
  type Desk,
} from '../reward/reward.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => ({ server, bench, desk } = made))

let made = 0
const operator = (roles: readonly OperatorRole[], tenant = 'standard') =>
  makeOperator(server, `praemie${++made}@betrieb.example`, roles, tenant)
const Grund = 'Bitte genauer ansehen'

const at = '/standard/betrieb/praemien'
const show = async (id: string, token: string) =>
  (await server.call('GET', `${at}/${id}`, { token })).body
const list = async (token: string, Filter: object = {}, more: object = {}) =>
  (await server.call('PUT', at, { token, body: { Pagesize: 100, Filter, ...more } })).body
const idsOf = (body: { Content: { PraemieId: string }[] }) =>
  body.Content.map(({ PraemieId }) => PraemieId)
const act = (id: string, what: string, token: string, body: object) =>
  server.call('PUT', `${at}/${id}/${what}`, { token, body: { Grund, ...body } })
const hold = (id: string, token: string, Version: number, more: object = {}) =>
  act(id, 'halten', token, { Version, ...more })
const collected = async (iban: string) => {
  const reward = await desk.reward()
  const answer = await desk.collect(reward.token, {
    PraemieId: desk.cash,
    Bankdaten: bankData(iban),
  })
  expect(answer.status).toBe(200)
  return reward
}

test('the list sums its filter, finds by number, and names nobody to those who may not see people', async () => {
  const { id, orderNumber, rewards, referral } = await desk.reward()
  const reviewer = await operator(['reviewer'])
  for (const search of [orderNumber, referral.number, id])
    expect(idsOf(await list(reviewer.token, { Suche: search }))).toEqual([id])
  const found = await list(reviewer.token, { Suche: orderNumber })
  expect(found.Content[0]).toMatchObject({
    Status: 'Bereitgestellt',
    Seite: 'Empfehler',
    Person: referral.accountId,
    Name: 'Wera Werber',
    WertCent: rewards[0]!.cents,
    Warum: { Warum: 'collect', Entscheidet: 'person' },
  })
  const preparer = await operator(['payout-preparer'])
  const masked = await list(preparer.token, { Suche: orderNumber })
  expect(masked.Content[0]).toMatchObject({ Person: null, Name: 'W. W.' })
  const ready = await list(reviewer.token, { Stand: 'bereitgestellt' })
  const sum = ready.Content.reduce(
    (all: number, { WertCent }: { WertCent: number }) => all + WertCent,
    0,
  )
  expect([ready.TotalCount, ready.Summen.WertCent]).toEqual([ready.Content.length, sum])
  const largest = await list(reviewer.token, {}, { OrderBy: 'WertCent', Descending: true })
  const amounts = largest.Content.map(({ WertCent }: { WertCent: number }) => WertCent)
  expect(amounts).toEqual(amounts.toSorted((a: number, b: number) => b - a))
  expect(idsOf(await list(reviewer.token, { Suche: id, AbCent: rewards[0]!.cents + 1 }))).toEqual(
    [],
  )
  expect(idsOf(await list(reviewer.token, { Suche: id, Seite: 'Empfaenger' }))).toEqual([])
  expect(idsOf(await list(reviewer.token, { Suche: id, Bis: '2020-01-01' }))).toEqual([])
})

test('each filter finds what needs somebody, and nothing else', async () => {
  const { id } = await collected(ibanOf(901))
  const filtersOf = async () => {
    const { token } = await operator(['reviewer'])
    const found: string[] = []
    const all = [
      'gehalten',
      'laeuft-ab',
      'faellig',
      'ueberfaellig',
      'fehlgeschlagen',
      'abgeholt',
      'bereitgestellt',
      'offen',
    ]
    for (const Stand of all)
      if (idsOf(await list(token, { Stand, Suche: id })).length > 0) found.push(Stand)
    return found
  }
  expect(await filtersOf()).toEqual(['abgeholt'])
  server.clock.advance('P25D')
  expect(await filtersOf()).toEqual(['faellig', 'abgeholt'])
  server.clock.advance('P10D')
  expect(await filtersOf()).toEqual(['ueberfaellig', 'abgeholt'])
  const { token } = await operator(['reviewer'])
  const { Version } = await show(id, token)
  expect((await hold(id, token, Version)).status).toBe(200)
  expect(await filtersOf()).toContain('gehalten')
  // Its badge says so, and no list of what goes on has it.
  expect(await filtersOf()).not.toContain('abgeholt')

  const other = await desk.reward()
  server.clock.advance('P340D')
  const later = await operator(['reviewer'])
  expect(idsOf(await list(later.token, { Stand: 'laeuft-ab', Suche: other.id }))).toEqual([
    other.id,
  ])
})

test('what is claimed back is not among what was paid, nor in its sum', async () => {
  const { token } = await operator(['reviewer'])
  const [kept, owed] = [await desk.reward(), await desk.reward()]
  for (const reward of [kept, owed]) {
    const taken = await desk.collect(reward.token, { PraemieId: desk.voucher })
    expect(taken.status).toBe(200)
  }
  const filtersOf = async (id: string) => {
    const found: string[] = []
    for (const Stand of ['abgeholt', 'ausgezahlt', 'zurueckgefordert'])
      if (idsOf(await list(token, { Stand, Suche: id })).length > 0) found.push(Stand)
    return found
  }
  const paid = async () => (await list(token, { Stand: 'ausgezahlt' })).Summen
  const before = await paid()
  await bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, owed.orderNumber, system))
  expect(await filtersOf(kept.id)).toEqual(['ausgezahlt'])
  expect(await filtersOf(owed.id)).toEqual(['zurueckgefordert'])
  const after = await paid()
  expect(before.WertCent - after.WertCent).toBe(owed.rewards[0]!.cents)
})

test('a reward held by hand is a case of the reviews with the reason, pays nothing, and the review releases it', async () => {
  const { id } = await collected(ibanOf(902))
  const support = await operator(['support'])
  const before = await show(id, support.token)
  expect(before).toMatchObject({
    Gehalten: false,
    NichtHaltbar: null,
    IbanEnde: ibanOf(902).slice(-4),
  })
  expect(JSON.stringify(before)).not.toContain(ibanOf(902))
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => hold(id, support.token, before.Version)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  const held = await show(id, support.token)
  expect(held).toMatchObject({ Gehalten: true, NichtHaltbar: 'held', Warum: { Warum: 'review' } })
  expect(held.Verlauf[0]).toMatchObject({ Aktion: 'reward-held-by-hand', Grund })

  server.clock.advance('P28D')
  const today = server.clock.today()
  const due = () => bench.run((tx) => sumDue(tx, 'standard', today, false))
  const whileHeld = await due()
  const reviewer = await operator(['support', 'reviewer'])
  const found = await server.call('GET', `/standard/betrieb/pruefungen/${id}`, {
    token: reviewer.token,
  })
  expect(found.body).toMatchObject({
    Gruende: ['by-hand'],
    Belege: [{ Grund: 'by-hand', Notiz: Grund }],
  })
  const decided = await server.call('PUT', `/standard/betrieb/pruefungen/${id}/entscheidung`, {
    token: reviewer.token,
    body: { Version: found.body.Version, Entscheidung: 'anerkannt', Grund: 'evidence' },
  })
  expect(decided.status).toBe(200)
  expect(await show(id, reviewer.token)).toMatchObject({
    Gehalten: false,
    Warum: { Warum: 'due' },
  })
  expect((await due()).cents).toBe(whileHeld.cents + before.WertCent)
})

test('while a reward is held its owner can take no voucher, which would be handed over at once', async () => {
  const { id, token } = await desk.reward()
  const { token: support } = await operator(['support'])
  const kinds = async () => (await desk.show(token)).body.Auswahl
  const offered = await kinds()
  expect(offered.length).toBeGreaterThan(1)
  const { Version } = await show(id, support)
  expect((await hold(id, support, Version)).status).toBe(200)
  expect((await kinds()).length).toBe(1)
  expect((await desk.show(token)).body).toMatchObject({
    Status: 'Bereitgestellt',
    InPruefung: true,
  })
  expect((await desk.show(token)).body).not.toHaveProperty('VoraussichtlichAm')
  expect((await show(id, support)).Warum).toMatchObject({
    Warum: 'review',
    Bis: expect.any(String),
    AbholbarBis: expect.any(String),
  })
  expect((await desk.collect(token, { PraemieId: desk.voucher })).status).toBe(404)
  const cash = await desk.collect(token, { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(903)) })
  expect(cash.status).toBe(200)
  expect(await show(id, support)).toMatchObject({ Gehalten: true, Status: 'Abgeholt' })
})

test('what expires soon is prolonged once, within the limit, and its owner is mailed a new link', async () => {
  const { id } = await desk.reward()
  const now = await operator(['support'])
  const early = await show(id, now.token)
  expect(early.VerlaengerbarBis).toBeNull()
  const none = await act(id, 'frist', now.token, { Version: early.Version, Bis: '2027-12-24' })
  expect([none.status, none.body.ErrorCode]).toEqual([409, 'PSOF0707'])
  server.clock.advance('P350D')
  const { token } = await operator(['support'])
  const { Version, LaeuftAbAm, VerlaengerbarBis } = await show(id, token)
  const until = Temporal.PlainDate.from(LaeuftAbAm).add({ months: 3 })
  expect(VerlaengerbarBis).toBe(until.toString())
  for (const Bis of [LaeuftAbAm, until.add({ days: 1 }).toString()])
    expect((await act(id, 'frist', token, { Version, Bis })).status).toBe(400)
  const before = (await bench.mails('rewardReady')).length
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => act(id, 'frist', token, { Version, Bis: VerlaengerbarBis })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const mails = await bench.mails('rewardReady')
  expect(mails.length).toBe(before + 1)
  expect(mails.at(-1)?.data).toMatchObject({ expiresOn: VerlaengerbarBis })
  expect(await show(id, token)).toMatchObject({
    LaeuftAbAm: VerlaengerbarBis,
    VerlaengerbarBis: null,
    Warum: { Bis: VerlaengerbarBis },
  })
})

test('its postings add up to zero, and payments show the last four digits', async () => {
  const { id } = await collected(ibanOf(904))
  const { token } = await operator(['auditor'])
  const { Buchungen, Regel } = await show(id, token)
  expect(Buchungen.length).toBeGreaterThan(3)
  expect(Buchungen.reduce((sum: number, { Cent }: { Cent: number }) => sum + Cent, 0)).toBe(0)
  expect(Regel).toHaveProperty('totalCents')
})

test('what was taken as a voucher says shop, value and when it was sent, and never a code', async () => {
  const { id, token, rewards } = await desk.reward()
  expect((await desk.collect(token, { PraemieId: desk.voucher })).status).toBe(200)
  const auditor = await operator(['auditor'])
  const before = await show(id, auditor.token)
  const { cents } = rewards[0]!
  expect(before).toMatchObject({
    Art: 'voucher',
    Zahlungen: [],
    Gutschein: { Marke: expect.any(String), Cent: cents, Gesendet: null },
    Warum: { Warum: 'paid', Art: 'voucher', Marke: before.Gutschein.Marke, Cent: cents },
  })
  expect(before.Gutschein.Codes.length).toBeGreaterThan(0)
  const sentAt = server.clock.now()
  await bench.run((tx) =>
    sql`update mails set state = 'sent', sent_at = ${sentAt.toString()}
      where tenant = 'standard' and dedupe_key = ${`voucher|${id}`}`.execute(tx),
  )
  const after = await show(id, auditor.token)
  expect(Temporal.Instant.from(after.Gutschein.Gesendet).equals(sentAt)).toBe(true)
  const codes = await bench.run((tx) =>
    tx
      .selectFrom('vouchers')
      .select(['voucher_id', 'code_encrypted'])
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', id)
      .execute(),
  )
  for (const { voucher_id, code_encrypted } of codes) {
    const code = server.deps.keys.decrypt(code_encrypted, voucherPlace('standard', voucher_id))
    expect(JSON.stringify(after)).not.toContain(code)
  }
  const cash = await collected(ibanOf(905))
  expect((await show(cash.id, auditor.token)).Gutschein).toBeNull()
})

test('acts need a reason, the right, the tenant, and are never about oneself', async () => {
  const { id } = await desk.reward()
  const support = await operator(['support'])
  const { Version } = await show(id, support.token)
  expect((await hold(id, support.token, Version, { Grund: ' ' })).status).toBe(400)
  expect((await hold(id, support.token, Version + 1)).status).toBe(409)
  for (const role of ['auditor', 'payout-approver', 'tenant-admin'] as const)
    expect((await hold(id, (await operator([role])).token, Version)).status).toBe(403)
  const elsewhere = await operator(tenantRoles, 'telko')
  const path = `/telko/betrieb/praemien/${id}`
  expect((await server.call('GET', path, { token: elsewhere.token })).status).toBe(404)
  const acts = { halten: {}, frist: { Bis: '2027-01-01' } }
  for (const [what, more] of Object.entries(acts)) {
    const body = { Version, Grund, ...more }
    const there = await server.call('PUT', `${path}/${what}`, { token: elsewhere.token, body })
    expect(there.status).toBe(404)
  }
  expect((await server.call('GET', `${at}/x`, { token: support.token })).status).toBe(404)

  const self = await operator(['support'])
  const own = await desk.reward({
    account: await bench.makeAccount(self.email.replace('@', '+x@')),
  })
  const seen = await show(own.id, self.token)
  expect(seen.Eigener).toBe(true)
  for (const [what, more] of Object.entries(acts)) {
    const refused = await act(own.id, what, self.token, { Version: seen.Version, ...more })
    expect([refused.status, refused.body.ErrorCode]).toEqual([403, 'PSOF0706'])
  }
})

test('what an account has earned waits for a second person once support has corrected its address', async () => {
  const { token } = await operator(['support'])
  const account = await bench.makeAccount()
  const { id } = await desk.reward({ account })
  const at = `${account.accountId}/email`
  const asked = await server.call('PUT', `/standard/betrieb/personen/${at}`, {
    token,
    body: { Version: 1, Email: 'freund@post.example', Grund },
  })
  expect(asked.status).toBe(200)
  expect((await bench.readReward(id)).review).toBe('none')
  const Token = await mailedToken(server, 'standard', 'freund@post.example', 'newEmail')
  const pressed = await server.call('PUT', '/standard/account/email', { body: { Token } })
  expect(pressed.status).toBe(200)
  expect(await bench.readReward(id)).toMatchObject({ review: 'held', review_reasons: ['by-hand'] })
  const [held] = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['actor_kind', 'details'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', id)
      .where('action', '=', 'reward-held')
      .execute(),
  )
  expect(held).toMatchObject({
    actor_kind: 'system',
    details: { because: 'address-corrected', reasons: ['by-hand'] },
  })
})
