import { expect, test } from 'vitest'
import { mailedToken } from '../../../test/helpers/mails.ts'
import { makeOperator, tenantRoles } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { system } from '../base/audit-store.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { confirmBatch } from '../payout/confirm-batch.ts'
import { createBatch } from '../payout/create-batch.ts'
import { notice } from '../payout/payout.test-helper.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { grantGoodwill } from '../reward/grant-goodwill.ts'
import { readBalances } from '../reward/ledger-store.ts'
import { provideRewards } from '../reward/provide-rewards.ts'
import { forgetReferences } from '../reward/repayment-store.ts'
import { setOffByItself } from '../reward/set-off-by-itself.ts'
import {
  bankData,
  ibanOf,
  useRewards,
  type Bench,
  type Desk,
} from '../reward/reward.test-helper.ts'
import { exportPerson } from './export-person.ts'

// Each test ends with the books (useRewards).

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => ({ server, bench, desk } = made))

let made = 0
const operator = (roles: readonly OperatorRole[], tenant = 'standard') =>
  makeOperator(server, `rueck${++made}@betrieb.example`, roles, tenant)
const Grund = 'Vertrag ist storniert'
const at = '/standard/betrieb/rueckforderungen'
const show = async (id: string, token: string) =>
  (await server.call('GET', `${at}/${id}`, { token })).body
const act = async (id: string, what: string, token: string, body: object = {}) => {
  const { Version } = await show(id, token)
  return server.call('PUT', `${at}/${id}/${what}`, { token, body: { Version, Grund, ...body } })
}
const cancel = (number: string) =>
  bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, number, system))
const balances = () => bench.run((tx) => readBalances(tx, 'standard'))

/** Somebody who took a voucher for an order that was cancelled then. */
async function owing(email?: string, share = 100) {
  const account = await bench.makeAccount(email)
  const reward = await desk.reward({ account, share })
  const taken = await desk.collect(reward.token, { PraemieId: desk.voucher })
  expect(taken.status).toBe(200)
  await cancel(reward.orderNumber)
  return { account, id: reward.id, cents: reward.rewards[0]!.cents, token: reward.token }
}

/** The same, told a fortnight before. */
async function told(share = 100) {
  const found = await owing(undefined, share)
  expect((await act(found.id, 'erinnerung', (await operator(['support'])).token)).status).toBe(200)
  server.clock.advance('P15D')
  return { ...found, support: (await operator(['support'])).token }
}

test('a paid reward of a cancelled order is a clawback, listed with its rest, and its reminder announces a set-off', async () => {
  const { id, cents, account } = await owing()
  const { token } = await operator(['support'])
  const { body } = await server.call('PUT', at, { token, body: { Pagesize: 100 } })
  const row = body.Content.find(({ PraemieId }: { PraemieId: string }) => PraemieId === id)
  expect(row).toMatchObject({ Stand: 'offen', RestCent: cents, Person: account.accountId })
  const sum = body.Content.reduce((all: number, one: { RestCent: number }) => all + one.RestCent, 0)
  expect(body.Summen.WertCent).toBe(sum)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => act(id, 'erinnerung', token, { Mitteilung: 'Bitte melden' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const mails = (await bench.mails('clawbackReminder')).filter(
    ({ to_address }) => to_address === account.email,
  )
  expect(mails).toMatchObject([{ data: { note: 'Bitte melden' } }])
  expect((await act(id, 'erinnerung', token)).status).toBe(409)
})

test('nothing is set off before the person was told, nor against somebody else, nor while held or at the bank', async () => {
  const { id, account } = await owing()
  const { token } = await operator(['support', 'reviewer'])
  const own = await desk.reward({ account })
  const setOff = (PraemieId: string, by = token) => act(id, 'verrechnung', by, { PraemieId })
  expect((await setOff(own.id)).status).toBe(409)
  expect((await act(id, 'erinnerung', token)).status).toBe(200)
  expect((await setOff(own.id)).status).toBe(409)
  server.clock.advance('P15D')
  const { token: later } = await operator(['support', 'reviewer'])
  const other = await desk.reward()
  expect((await setOff(other.id, later)).status).toBe(404)
  expect((await setOff(id, later)).status).toBe(404)
  const path = `/standard/betrieb/praemien/${own.id}`
  const { Version } = (await server.call('GET', path, { token: later })).body
  const body = { Version, Grund }
  expect((await server.call('PUT', `${path}/halten`, { token: later, body })).status).toBe(200)
  expect((await setOff(own.id, later)).status).toBe(409)
})

test('a set-off happens once, however many try: the rest is paid, both see it, and the books add up', async () => {
  const { id, cents, account, support } = await told()
  const next = await desk.reward({ account })
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => act(id, 'verrechnung', support, { PraemieId: next.id })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(await show(id, support)).toMatchObject({
    Stand: 'erledigt',
    Ausgang: 'set-off',
    RestCent: 0,
  })
  const seen = (await desk.show(next.token)).body
  expect(seen).toMatchObject({ Status: 'Ausgezahlt', WertCent: 0, VerrechnetCent: cents })
  const mails = (await bench.mails('rewardSetOff')).filter(
    ({ to_address }) => to_address === account.email,
  )
  expect(mails).toHaveLength(1)
  expect((await balances())['set-off']).toBeGreaterThanOrEqual(cents)
})

test('what is left of a reward is paid to the cent, and what is left of the clawback stays open', async () => {
  const { id, cents, account, support } = await told(50)
  const large = await desk.reward({ account })
  const rest = large.rewards[0]!.cents - cents
  expect(rest).toBeGreaterThan(0)
  const token = large.token
  expect((await act(id, 'verrechnung', support, { PraemieId: large.id })).body).toMatchObject({
    VerrechnetCent: cents,
    RestCent: 0,
  })
  const taken = await desk.collect(token, {
    PraemieId: desk.cash,
    Bankdaten: bankData(ibanOf(951)),
  })
  expect(taken.body).toMatchObject({ WertCent: rest, VerrechnetCent: cents })
  server.clock.advance('P30D')
  const batch = await createBatch(server.deps, 'standard', system)
  expect(batch?.totalCents).toBe(rest)
})

test('when the order of what was set off is cancelled, that much is owed again, once', async () => {
  const { id, cents, account, support } = await told()
  const next = await desk.reward({ account })
  expect((await act(id, 'verrechnung', support, { PraemieId: next.id })).status).toBe(200)
  const before = await balances()
  await Promise.all([cancel(next.orderNumber), cancel(next.orderNumber)])
  expect(await show(id, support)).toMatchObject({ Stand: 'offen', RestCent: cents })
  const after = await balances()
  expect(after.claims - before.claims).toBe(cents)
  expect(before['set-off'] - after['set-off']).toBe(cents)
  expect((await server.call('GET', `${at}/${next.id}`, { token: support })).status).toBe(404)
})

test('above what one person decides alone, a second one writes off: once, within the limit, and never the own proposal', async () => {
  const { id, cents, account } = await owing()
  expect(cents).toBeGreaterThan(2_500)
  const both = await operator(['support', 'reviewer'])
  expect((await act(id, 'verzicht', both.token)).body).toMatchObject({ Ergebnis: 'vorgeschlagen' })
  expect((await act(id, 'verzicht', both.token)).status).toBe(409)
  const decide = (token: string, Entscheidung = 'verzichtet') =>
    act(id, 'verzicht/entscheidung', token, { Entscheidung })
  const own = await decide(both.token)
  expect([own.status, own.body.ErrorCode]).toEqual([403, 'PSOF0708'])
  const reviewers = await Promise.all(Array.from({ length: 4 }, () => operator(['reviewer'])))
  const answers = await Promise.all(reviewers.map(({ token }) => decide(token)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect(await show(id, both.token)).toMatchObject({ Stand: 'erledigt', Ausgang: 'written-off' })
  const mails = (await bench.mails('clawbackWaived')).filter(
    ({ to_address }) => to_address === account.email,
  )
  expect(mails).toHaveLength(1)

  const refused = await owing()
  await act(refused.id, 'verzicht', both.token)
  const { token } = reviewers[0]!
  await act(refused.id, 'verzicht/entscheidung', token, { Entscheidung: 'abgelehnt' })
  expect(await show(refused.id, token)).toMatchObject({ Stand: 'offen', Vorschlag: null })
})

test('clawbacks need the right, the reason and the tenant, and are never one’s own', async () => {
  const { id } = await owing()
  const support = await operator(['support'])
  expect((await act(id, 'verzicht', support.token, { Grund: ' ' })).status).toBe(400)
  expect((await act(id, 'verzicht', support.token, { Version: 99 })).status).toBe(409)
  for (const role of ['auditor', 'payout-preparer'] as const)
    expect((await act(id, 'verzicht', (await operator([role])).token)).status).toBe(403)
  const elsewhere = await operator(tenantRoles, 'telko')
  const path = `/telko/betrieb/rueckforderungen/${id}`
  expect((await server.call('GET', path, { token: elsewhere.token })).status).toBe(404)
  const self = await operator(['support', 'reviewer'])
  const own = await owing(self.email.replace('@', '+x@'))
  for (const what of ['erinnerung', 'verzicht']) {
    const refused = await act(own.id, what, self.token)
    expect([refused.status, refused.body.ErrorCode]).toEqual([403, 'PSOF0706'])
  }
})

/** An open clawback, and somebody who books for it. */
async function booking() {
  const found = await owing()
  const approver = await operator(['payout-approver'])
  const paid = (BetragCent: number, Am = server.clock.today().toString(), token = approver.token) =>
    act(found.id, 'rueckzahlung', token, { BetragCent, Am, Referenz: 'Kontoauszug 12/3' })
  return { ...found, token: approver.token, paid }
}

test('a repayment is booked in parts, once each, never more than the rest, by those who see the account', async () => {
  const { id, cents, account, token, paid } = await booking()
  const before = await balances()
  const { Version } = await show(id, token)
  const part = {
    Version,
    Grund,
    BetragCent: 1_000,
    Am: server.clock.today().toString(),
    Referenz: 'Kontoauszug 12/3',
  }
  const parts = await Promise.all(
    Array.from({ length: 5 }, () =>
      server.call('PUT', `${at}/${id}/rueckzahlung`, { token, body: part }),
    ),
  )
  expect(parts.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect((await paid(cents)).status).toBe(400)
  expect((await paid(0)).status).toBe(400)
  expect((await paid(100, server.clock.today().add({ days: 1 }).toString())).status).toBe(400)
  const support = (await operator(['support', 'reviewer', 'payout-preparer'])).token
  expect((await paid(100, undefined, support)).status).toBe(403)
  expect((await paid(cents - 1_000)).body).toEqual({ RestCent: 0 })
  expect((await paid(1)).status).toBe(409)
  expect(await show(id, token)).toMatchObject({ Stand: 'erledigt', Ausgang: 'recovered' })
  expect((await balances()).claims).toBe(before.claims - cents)
  const mails = (await bench.mails('repaymentBooked')).filter(
    ({ to_address }) => to_address === account.email,
  )
  expect(mails.map(({ data }) => (data as { left: string | null }).left === null)).toEqual([
    false,
    true,
  ])
})

test('a wrong booking is taken back once, by a counter-booking that leaves both in the list, and the clawback is open again', async () => {
  const { id, cents, token, paid } = await booking()
  await paid(cents)
  const before = await balances()
  const [{ Id }] = (await show(id, token)).Rueckzahlungen
  const undo = () => act(id, 'rueckzahlung/ruecknahme', token, { Id })
  const answers = await Promise.all([undo(), undo(), undo()])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await undo()).status).toBe(404)
  const found = await show(id, token)
  expect(found).toMatchObject({ Stand: 'offen', RestCent: cents })
  expect(found.Rueckzahlungen).toMatchObject([{ BetragCent: cents, Referenz: 'Kontoauszug 12/3' }])
  expect(found.Rueckzahlungen[0].ZurueckgenommenAm).not.toBeNull()
  expect((await balances()).claims).toBe(before.claims + cents)
  const log = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', id)
      .where('action', 'in', ['clawback-repaid', 'repayment-taken-back'])
      .orderBy('number')
      .execute(),
  )
  expect(log).toMatchObject([
    { action: 'clawback-repaid', details: { cents, repayment: Id, after: { leftCents: 0 } } },
    {
      action: 'repayment-taken-back',
      details: { cents, repayment: Id, after: { leftCents: cents } },
    },
  ])
  expect(JSON.stringify(log)).not.toContain('Kontoauszug')
})

test('what was repaid after a write-off was proposed makes that proposal void, once it is taken back', async () => {
  const { id, cents, token, paid } = await booking()
  await act(id, 'verzicht', (await operator(['support'])).token)
  await paid(1_000)
  expect(await show(id, token)).toMatchObject({ Stand: 'vorgeschlagen', RestCent: cents - 1_000 })
  const [{ Id }] = (await show(id, token)).Rueckzahlungen
  await act(id, 'rueckzahlung/ruecknahme', token, { Id })
  expect(await show(id, token)).toMatchObject({ Stand: 'offen', RestCent: cents })
})

test('one reward is set off anew against what is owed again, and what its cancelled order undoes is all of it', async () => {
  const { id, cents, account, support } = await told(50)
  const { token } = await operator(['payout-approver'])
  const body = { BetragCent: 500, Am: server.clock.today().toString(), Referenz: 'X' }
  await act(id, 'rueckzahlung', token, body)
  const large = await desk.reward({ account })
  const setOff = () => act(id, 'verrechnung', support, { PraemieId: large.id })
  expect((await setOff()).body).toMatchObject({ VerrechnetCent: cents - 500, RestCent: 0 })
  const [{ Id }] = (await show(id, token)).Rueckzahlungen
  await act(id, 'rueckzahlung/ruecknahme', token, { Id })
  expect((await setOff()).body).toMatchObject({ VerrechnetCent: 500, RestCent: 0 })
  expect((await desk.show(large.token)).body).toMatchObject({ VerrechnetCent: cents })
  await cancel(large.orderNumber)
  expect(await show(id, support)).toMatchObject({ Stand: 'offen', RestCent: cents })
})

test('a refused rest undoes what was set off, an erased one does not, and the appeal against the refusal is about all of it', async () => {
  for (const isErased of [false, true]) {
    const { id, cents, account, support } = await told(50)
    const large = await desk.reward({ account })
    expect((await act(id, 'verrechnung', support, { PraemieId: large.id })).body.RestCent).toBe(0)
    const reviewers = [await operator(['support', 'reviewer']), await operator(['reviewer'])]
    const [token, second] = reviewers.map((one) => one.token) as [string, string]
    if (isErased) {
      const path = `/standard/betrieb/personen/${account.accountId}/loeschung`
      const body = { PraemienVerfallen: true, Grund }
      expect((await server.call('POST', path, { token, body })).status).toBe(200)
      expect(await show(id, support)).toMatchObject({ Stand: 'erledigt', RestCent: 0 })
      await cancel(large.orderNumber)
      expect(await show(id, support)).toMatchObject({ Stand: 'offen', RestCent: cents })
      continue
    }
    const { Version } = await stateOf(large.id, token)
    const held = `/standard/betrieb/praemien/${large.id}/halten`
    const hold = await server.call('PUT', held, { token, body: { Version, Grund } })
    expect(hold.status).toBe(200)
    const path = `/standard/betrieb/pruefungen/${large.id}`
    const decide = async (verdict: object, by: string) => {
      const seen = (await server.call('GET', path, { token: by })).body.Version
      const body = { ...verdict, Version: seen }
      return server.call('PUT', `${path}/entscheidung`, { token: by, body })
    }
    const refuse = { Entscheidung: 'abgelehnt', Grund: 'own-contract' }
    expect((await decide(refuse, token)).status).toBe(200)
    expect(await show(id, support)).toMatchObject({ Stand: 'offen', RestCent: cents })
    const Token = await mailedToken(server, 'standard', account.email, 'refused')
    const body = { Token, Nachricht: 'Doch' }
    expect((await server.call('PUT', '/standard/pruefung/antwort', { body })).status).toBe(200)
    const accept = { Entscheidung: 'anerkannt', Grund: 'evidence' }
    expect((await decide(accept, second)).status).toBe(200)
    const granted = await goodwillOf(account.accountId)
    expect(granted).toEqual([{ cents: large.rewards[0]!.cents }])
  }
})

const goodwillOf = (accountId: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('rewards')
      .select('cents')
      .where('tenant', '=', 'standard')
      .where('account_id', '=', accountId)
      .where('order_number', 'is', null)
      .execute(),
  )

/** Somebody who was paid by the bank for an order that was cancelled then; `giveBack`: the bank returns it. */
async function owingCash(iban: number) {
  const account = await bench.makeAccount()
  const reward = await desk.reward({ account })
  await desk.collect(reward.token, { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(iban)) })
  server.clock.advance('P40D')
  const batch = await createBatch(server.deps, 'standard', system)
  await confirmBatch(server.deps, 'standard', batch!.batchId, system)
  await cancel(reward.orderNumber)
  const giveBack = async () => {
    const payout = await bench.run((tx) =>
      tx
        .selectFrom('payouts')
        .select(['end_to_end_id as id', 'cents'])
        .where('tenant', '=', 'standard')
        .where('reward_id', '=', reward.id)
        .executeTakeFirstOrThrow(),
    )
    const returned = notice({ ...payout, direction: 'CRDT', reason: 'AC04' })
    await applyBankFile(server.deps, 'standard', Buffer.from(returned), system)
  }
  return { id: reward.id, account, giveBack }
}

test('what was paid back in full and then returned by the bank is not demanded again when the booking is taken back', async () => {
  const { id, giveBack } = await owingCash(1_311)
  const { token } = await operator(['payout-approver'])
  const { RestCent: BetragCent } = await show(id, token)
  const body = { BetragCent, Am: server.clock.today().toString(), Referenz: 'X' }
  expect((await act(id, 'rueckzahlung', token, body)).body).toEqual({ RestCent: 0 })
  await giveBack()
  const [{ Id }] = (await show(id, token)).Rueckzahlungen
  const undone = await act(id, 'rueckzahlung/ruecknahme', token, { Id })
  expect(undone.body).toEqual({ RestCent: 0 })
  expect(await show(id, token)).toMatchObject({ Stand: 'erledigt', Ausgang: 'recovered' })
})

test('nor is what was set off and then returned by the bank, when the order of what it was set off with is cancelled', async () => {
  const { id, account, giveBack } = await owingCash(1_312)
  expect((await act(id, 'erinnerung', (await operator(['support'])).token)).status).toBe(200)
  server.clock.advance('P15D')
  const { token } = await operator(['support'])
  const next = await desk.reward({ account })
  const { body } = await act(id, 'verrechnung', token, { PraemieId: next.id })
  expect(body.RestCent).toBe(0)
  await giveBack()
  await cancel(next.orderNumber)
  expect(await show(id, token)).toMatchObject({ Stand: 'erledigt', Ausgang: 'recovered' })
})

test('of a set-off and the cancellation of its order at once the books keep one story', async () => {
  const { id, cents, account, support } = await told(50)
  const next = await desk.reward({ account })
  await Promise.all([
    act(id, 'verrechnung', support, { PraemieId: next.id }),
    cancel(next.orderNumber),
  ])
  expect(await show(id, support)).toMatchObject({ Stand: 'offen', RestCent: cents })
})

/** A reward without an order, ready to be taken. */
async function goodwill({ email }: { email: string }, cents: number) {
  const grant = { email, cents, reason: 'Kulanz' }
  const { rewardId } = await bench.run((tx) =>
    grantGoodwill(tx, server.deps, bench.tenant, grant, system),
  )
  await provideRewards(server.deps, bench.tenant, { rewardId })
  return rewardId
}
const stateOf = async (id: string, token: string) =>
  (await server.call('GET', `/standard/betrieb/praemien/${id}`, { token })).body

test('who was given goodwill is waived nothing more by one person alone', async () => {
  const { id, cents, account, support } = await told(50)
  const small = await goodwill(account, cents - 1_000)
  expect((await act(id, 'verrechnung', support, { PraemieId: small })).body.RestCent).toBe(1_000)
  expect(await show(id, support)).toMatchObject({ AlleinCent: 2_500 - (cents - 1_000) })
  await goodwill(account, 2_000)
  expect(await show(id, support)).toMatchObject({ AlleinCent: 0 })
  expect((await act(id, 'verzicht', support)).body).toMatchObject({ Ergebnis: 'vorgeschlagen' })
  const { token } = await operator(['reviewer'])
  expect(await show(id, token)).toMatchObject({ HoechstensCent: 10_000 - (cents + 1_000) })
})

test('goodwill is set off like any other reward, and nothing can undo it, as it has no order', async () => {
  const { id, cents, account, support } = await told(50)
  const small = await goodwill(account, cents - 1)
  const large = await goodwill(account, cents)
  const first = await act(id, 'verrechnung', support, { PraemieId: small })
  expect(first.body).toEqual({ VerrechnetCent: cents - 1, RestCent: 1 })
  const second = await act(id, 'verrechnung', support, { PraemieId: large })
  expect(second.body).toEqual({ VerrechnetCent: 1, RestCent: 0 })
  expect(await stateOf(small, support)).toMatchObject({ Status: 'Ausgezahlt', Art: 'set-off' })
  expect(await stateOf(large, support)).toMatchObject({
    Status: 'Bereitgestellt',
    VerrechnetCent: 1,
  })
})

const byItself = (deps = server.deps, wanted = true) =>
  setOffByItself(deps, { ...bench.tenant, setsOffByItself: wanted })

test('by itself a reward is set off where the tenant wants it, a fortnight after it was announced, once, with the mail, and the log says who announced it', async () => {
  const { id, cents, account } = await owing()
  const own = await desk.reward({ account })
  const { id: by, token } = await operator(['support'])
  await byItself()
  expect(await show(id, token)).toMatchObject({ Stand: 'offen', RestCent: cents })
  await act(id, 'erinnerung', token)
  server.clock.advance('P13D')
  expect(await byItself()).toBe(0)
  server.clock.advance('P1D')
  expect(await byItself(server.deps, false)).toBe(0)
  const runs = await Promise.all([byItself(), byItself(), byItself()])
  expect(runs.reduce((all, one) => all + one, 0)).toBe(1)
  expect(await byItself()).toBe(0)
  const { token: later } = await operator(['support'])
  expect(await show(id, later)).toMatchObject({ Stand: 'erledigt', Ausgang: 'set-off' })
  expect(await stateOf(own.id, later)).toMatchObject({ Status: 'Ausgezahlt', Art: 'set-off' })
  const mails = (await bench.mails('rewardSetOff')).filter(
    ({ to_address }) => to_address === account.email,
  )
  expect(mails).toHaveLength(1)
  const log = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['actor_kind', 'details'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', id)
      .where('action', '=', 'clawback-set-off')
      .execute(),
  )
  expect(log).toMatchObject([{ actor_kind: 'system', details: { cents, announcedBy: by } }])
})

test('by itself nothing of a blocked person is set off, nor what a second person decides about', async () => {
  const { id, account } = await told()
  await desk.reward({ account })
  const change = (day: string | null) =>
    bench.run((tx) =>
      tx
        .updateTable('accounts')
        .set({ blocked_on: day, blocked_by: day && 'test' })
        .where('tenant', '=', 'standard')
        .where('account_id', '=', account.accountId)
        .execute(),
    )
  await change(server.clock.today().toString())
  expect(await byItself()).toBe(0)
  await change(null)
  const { token } = await operator(['support', 'reviewer'])
  expect((await act(id, 'verzicht', token)).body).toEqual({ Ergebnis: 'vorgeschlagen' })
  expect(await byItself()).toBe(0)
  const other = (await operator(['reviewer'])).token
  await act(id, 'verzicht/entscheidung', other, { Entscheidung: 'abgelehnt' })
  expect(await byItself()).toBe(1)
})

test('a run that dies halfway leaves nothing half done, and the next one does the rest', async () => {
  const [one, other] = [await told(), await told()]
  for (const { account } of [one, other]) await desk.reward({ account })
  let asked = 0
  const clock = {
    ...server.deps.clock,
    now: () => {
      // Its last question within the second set-off is the mail's.
      if (++asked === 4) throw new Error('killed')
      return server.deps.clock.now()
    },
  }
  server.clock.advance('P15D')
  await expect(byItself({ ...server.deps, clock })).rejects.toThrow('killed')
  const { token } = await operator(['support'])
  const states = await Promise.all([show(one.id, token), show(other.id, token)])
  expect(states.map(({ Stand }) => Stand).toSorted()).toEqual(['erledigt', 'offen'])
  expect(await byItself()).toBe(1)
})

test('the job, a person, a payout and a cancellation at once set a reward off at most once, and pay it at most once', async () => {
  for (const cancels of [false, true]) {
    const { id, cents, account } = await told(50)
    const next = await desk.reward({ account })
    const taken = await desk.collect(next.token, {
      PraemieId: desk.cash,
      Bankdaten: bankData(ibanOf(960 + Number(cancels))),
    })
    expect(taken.status).toBe(200)
    server.clock.advance('P30D')
    const { token } = await operator(['support'])
    await Promise.all([
      byItself(),
      createBatch(server.deps, 'standard', system),
      act(id, 'verrechnung', token, { PraemieId: next.id }),
      byItself(),
      ...(cancels ? [cancel(next.orderNumber)] : []),
    ])
    const { VerrechnetCent, Zahlungen } = await stateOf(next.id, token)
    expect([0, cents]).toContain(VerrechnetCent)
    expect(Zahlungen.length).toBeLessThan(2)
    if (!cancels) expect((await show(id, token)).RestCent).toBe(VerrechnetCent === 0 ? cents : 0)
  }
})

test('a bank’s words about a repayment are kept as long as payments, its amount for ever', async () => {
  const { id, token, paid } = await booking()
  await paid(700)
  const forget = (years: number) =>
    bench.run((tx) =>
      forgetReferences(
        tx,
        'standard',
        server.clock.today().add({ years }).toPlainDateTime().toZonedDateTime('UTC').toInstant(),
      ),
    )
  await forget(-1)
  expect((await show(id, token)).Rueckzahlungen[0].Referenz).toBe('Kontoauszug 12/3')
  await forget(1)
  expect((await show(id, token)).Rueckzahlungen).toMatchObject([
    { BetragCent: 700, Referenz: null },
  ])
})

test('Today and its list have what somebody can do something about: not what waits for whom was reminded lately', async () => {
  const { token } = await operator(['support'])
  const asked = async (by: string) => {
    const today = await server.call('PUT', '/standard/betrieb/heute', { token: by, body: {} })
    const task = today.body.Aufgaben.find(({ Art }: { Art: string }) => Art === 'clawbacks')
    const body = { Pagesize: 100, Filter: { Stand: 'zu-tun' } }
    const list = (await server.call('PUT', at, { token: by, body })).body
    expect([list.TotalCount, list.Summen.WertCent]).toEqual([task.OhneFrist, task.WertCent])
    return list.TotalCount
  }
  const before = await asked(token)
  const { id } = await owing()
  expect(await asked(token)).toBe(before + 1)
  await act(id, 'erinnerung', token)
  expect(await asked(token)).toBe(before)
  await act(id, 'verzicht', token)
  expect(await asked(token)).toBe(before + 1)
})

test('a person’s data file has what they paid back and what was taken back, and nobody else’s; neither says who booked it', async () => {
  const { account, id, token, paid } = await booking()
  await paid(700)
  server.clock.advance('PT1M')
  await paid(300)
  const [{ Id }] = (await show(id, token)).Rueckzahlungen
  await act(id, 'rueckzahlung/ruecknahme', token, { Id })
  // The contact's part of another person's order: in the contact's file alone.
  const other = await desk.reward({ share: 50 })
  const [, contacts] = other.rewards
  const [mine, theirs] = await Promise.all([
    bench.token('user-session', other.referral.accountId),
    bench.token('recipient', other.recipient.number),
  ])
  const part = contacts!.reward_id
  await desk.collect(await bench.token('reward', part), { PraemieId: desk.voucher })
  await cancel(other.orderNumber)
  const body = { BetragCent: 200, Am: server.clock.today().toString(), Referenz: 'Auszug 7' }
  expect((await act(part, 'rueckzahlung', token, body)).status).toBe(200)

  const owner = await bench.token('user-session', account.accountId)
  const file = await server.call('GET', '/standard/empfehler/export', { token: owner })
  const one = { PraemierungId: id, Am: server.clock.today().toString() }
  const repaid = [
    { ...one, BetragCent: 700, Referenz: 'Kontoauszug 12/3', ZurueckgenommenAm: null },
    { ...one, BetragCent: 300, ZurueckgenommenAm: expect.any(String) },
  ]
  expect(file.body.Rueckzahlungen).toMatchObject(repaid)
  expect(JSON.stringify(file.body)).not.toContain('@betrieb.example')
  const files = [
    await server.call('GET', '/standard/empfehler/export', { token: mine }),
    await server.call('GET', '/standard/empfaenger/export', { token: theirs }),
  ]
  expect(files.map(({ body: { Rueckzahlungen } }) => Rueckzahlungen)).toMatchObject([
    [],
    [{ PraemierungId: part, BetragCent: 200, Referenz: 'Auszug 7' }],
  ])
  const by = { kind: 'operator', id: (await operator(['support'])).id } as const
  const letter = (email: string) =>
    bench.run((tx) => exportPerson(tx, server.deps, bench.tenant, email, by))
  expect(await letter(account.email)).toMatchObject({ Empfehler: { Rueckzahlungen: repaid } })
  expect(await letter(other.recipient.email)).toMatchObject({
    Empfaenger: [{ Rueckzahlungen: [{ PraemierungId: part }] }],
  })
})
