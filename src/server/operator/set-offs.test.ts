import { expect, test } from 'vitest'
import { mailedToken } from '../../../test/helpers/mails.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { payDue } from '../payout/play-both.ts'
import { whileRefused } from '../../../test/helpers/while-refused.ts'
import { bankData, ibanOf, type Bench, type Desk } from '../reward/reward.test-helper.ts'
import { grantGoodwill } from '../reward/grant-goodwill.ts'
import { provideRewards } from '../reward/provide-rewards.ts'
import { setOffByItself } from '../reward/set-off-by-itself.ts'
import { at, Grund, startClawbacks } from './clawbacks.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
const { operator, show, act, cancel, balances, owing, owingCash, told, stateOf } = startClawbacks(
  (made) => ({ server, bench, desk } = made),
)

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
  const sent = await desk.reward({ account })
  await desk.collect(sent.token, { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(950)) })
  server.clock.advance('P30D')
  expect(await payDue(server.deps, 'standard', system)).not.toBeNull()
  const { token: latest } = await operator(['support'])
  expect((await setOff(sent.id, latest)).status).toBe(409)
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
  const batch = await payDue(server.deps, 'standard', system)
  expect(batch?.totalCents).toBe(rest)
})

test('when the order of what was set off is cancelled, that much is owed again, once', async () => {
  const { id, cents, account, support } = await told()
  const next = await desk.reward({ account })
  expect((await act(id, 'verrechnung', support, { PraemieId: next.id })).status).toBe(200)
  const before = await balances()
  const tried = await Promise.all([cancel(next.orderNumber), cancel(next.orderNumber)])
  expect(tried.filter(({ kind }) => kind === 'cancelled')).toMatchObject([{ lostCents: cents }])
  expect(await show(id, support)).toMatchObject({ Stand: 'offen', RestCent: cents })
  const after = await balances()
  expect(after.claims - before.claims).toBe(cents)
  expect(before['set-off'] - after['set-off']).toBe(cents)
  expect((await server.call('GET', `${at}/${next.id}`, { token: support })).status).toBe(404)
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

test('what was set off and then returned by the bank is not owed again when the order of what it was set off with is cancelled', async () => {
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

test('by itself a set-off that fails keeps no later one from its own, and is made once it can be', async () => {
  const [bad, good] = [await told(), await told()] // the first told first
  for (const { account } of [bad, good]) await desk.reward({ account })
  await whileRefused(server, 'standard', 'clawbacks', `reward_id = '${bad.id}'`, () =>
    expect(byItself()).rejects.toThrow('refused'),
  )
  expect(await show(good.id, good.support)).toMatchObject({ Ausgang: 'set-off' })
  expect(await show(bad.id, good.support)).toMatchObject({ RestCent: bad.cents })
  expect(await byItself()).toBe(1)
  expect(await show(bad.id, good.support)).toMatchObject({ Ausgang: 'set-off' })
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
      payDue(server.deps, 'standard', system),
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
