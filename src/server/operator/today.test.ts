import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { ibans, makeFixtures } from '../payout/payout.test-helper.ts'
import { makeBench, type Bench } from '../reward/reward.test-helper.ts'

let server: TestServer
let bench: Bench
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
})
afterAll(() => server.stop())
startEachAfresh(() => server)

type Task = Record<string, number | string | null>

async function today(person: { token: string }, at = 'standard') {
  const { status, body } = await server.call('PUT', `/${at}/betrieb/heute`, {
    token: person.token,
    body: {},
  })
  return {
    status,
    tasks: Object.fromEntries(((body.Aufgaben ?? []) as Task[]).map((task) => [task['Art'], task])),
    due: body.Faellig as { Tag: string; Anzahl: number; WertCent: number }[] | null,
    since: body.LetzterBesuch as string | null,
    changes: (body.Aenderungen ?? []) as { Aktion: string; Anzahl: number }[],
  }
}

const at = (days: number, minutes = 0) =>
  server.clock.set(
    Temporal.Instant.from(testNow)
      .add({ hours: days * 24, minutes })
      .toString(),
  )
const support = () => makeOperator(server, 'service@post.example', ['support', 'reviewer'])

async function makeHeld() {
  const referral = await bench.makeReferral({ share: 100 })
  const recipient = await bench.makeRecipient(referral)
  const contractOn = server.deps.clock.today().subtract({ days: 3 }).toString()
  const order = await bench.makeOrder(referral, recipient, { contractOn })
  await bench.release(order)
  return (await bench.readRewards(order))[0]!
}

test('a held reward stands under the day of its promised answer, with its sum and since when', async () => {
  const { cents } = await makeHeld()
  const opened = server.deps.clock.today()
  const promised = { WertCent: cents, AeltesteSeit: opened.toString() }
  for (const [days, group] of [
    [0, 'Spaeter'],
    [7, 'Woche'],
    [14, 'Heute'],
    [15, 'Ueberfaellig'],
  ] as const) {
    at(days)
    const { tasks } = await today(await support())
    expect([days, tasks['reviews']]).toEqual([
      days,
      expect.objectContaining({ ...promised, [group]: 1 }),
    ])
    const { Ueberfaellig, Heute, Woche, Spaeter, OhneFrist } = tasks['reviews'] as never
    expect([Ueberfaellig, Heute, Woche, Spaeter, OhneFrist].reduce((a, b) => a + b, 0)).toBe(1)
  }
})

test('what changed since the last visit is counted; looks within half an hour of each other are one visit', async () => {
  const person = await makeOperator(server, 'besuch@post.example', ['auditor'])
  expect(await today(person)).toMatchObject({ since: null, changes: [] })
  at(0, 20)
  await makeHeld()
  // The same visit goes on.
  expect(await today(person)).toMatchObject({ since: null, changes: [] })
  at(1)
  const again = await makeOperator(server, 'besuch@post.example', ['auditor'])
  const first = await today(again)
  expect(Temporal.Instant.from(first.since!)).toEqual(
    Temporal.Instant.from(testNow).add({ minutes: 20 }),
  )
  expect(first.changes).toEqual([])
  at(1, 5)
  await makeHeld()
  const { changes } = await today(again)
  expect(changes.map(({ Aktion }) => Aktion)).toContain('order-released')
})

test('nobody is shown what their rights do not cover, nor another tenant', async () => {
  await makeHeld()
  const analyst = await makeOperator(server, 'zahlen@post.example', ['analyst'])
  expect(await today(analyst)).toMatchObject({ tasks: {}, due: null, changes: [] })
  expect((await today(analyst, 'bgv')).status).toBe(403)
  const preparer = await makeOperator(server, 'zahlung@post.example', ['payout-preparer'])
  const shown = await today(preparer)
  expect(Object.keys(shown.tasks).toSorted()).toEqual([
    'account-changes',
    'account-notices',
    'bank-lines',
    'bank-returns',
    'books',
    'clawback-proposals',
    'clawbacks',
    'held-payments',
    'lost-payments',
    'low-vouchers',
    'named-lines',
    'order-files',
    'overdue-invoices',
    'own-clawback-proposals',
    'own-named-lines',
    'own-order-files',
    'own-payout-proposals',
    'own-voucher-codes',
    'payout-proposals',
    'stopped-uploads',
    'unmatched-orders',
    'voucher-codes',
    'voucher-orders',
    'waiting-month',
  ])
  expect(shown.due).toEqual([])
  const elsewhere = await makeOperator(server, 'anderswo@post.example', ['reviewer'], 'telko')
  expect((await today(elsewhere, 'telko')).tasks['reviews']).toMatchObject({ WertCent: 0 })
})

test('money that is due within a week stands at its day, and what is late apart, as late', async () => {
  const money = makeFixtures(server)
  const day = (days: number) => server.deps.clock.today().add({ days })
  await money.collect(await money.provided(5000), ibans.first, day(-2))
  await money.collect(await money.provided(2500), ibans.first, day(0))
  await money.collect(await money.provided(1000), ibans.second, day(7))
  await money.collect(await money.provided(1000), ibans.second, day(8))
  const preparer = await makeOperator(server, 'zahlung@post.example', ['payout-preparer'])
  expect((await today(preparer)).due).toEqual([
    { Tag: day(-1).toString(), Ueberfaellig: true, Anzahl: 1, WertCent: 5000 },
    { Tag: day(0).toString(), Ueberfaellig: false, Anzahl: 1, WertCent: 2500 },
    { Tag: day(7).toString(), Ueberfaellig: false, Anzahl: 1, WertCent: 1000 },
  ])
  // The list behind each row has the same.
  for (const Filter of [
    { Stand: 'zahlbar-verspaetet' },
    { ZahlbarAm: day(0).toString() },
    { ZahlbarAm: day(7).toString() },
  ]) {
    const { body } = await server.call('PUT', '/standard/betrieb/praemien', {
      token: preparer.token,
      body: { Filter },
    })
    expect([Filter, body.TotalCount]).toEqual([Filter, 1])
  }
})
