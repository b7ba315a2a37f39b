import { beforeAll, expect, test, vi } from 'vitest'
import { changeTenant, makeAgency } from '../../../test/helpers/agency.ts'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { BonusPlan } from '../../domain/tenant.ts'
import type { Doubt } from '../../domain/doubt.ts'
import { attachAloneCents } from '../../domain/goodwill.ts'
import type { Bench } from '../reward/reward.test-helper.ts'
import { importCommanded } from './import-commanded.ts'
import { useOrders, type Operator } from './orders.test-helper.ts'
import { runOrderImport } from './run-order-import.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let bench: Bench
const { operator, call, list, show } = useOrders((made) => ({ server, bench } = made))
let agencyId: string
beforeAll(async () => {
  ;({ agencyId } = await makeAgency(server, 'standard', 'AG-9961'))
})

const Grund = 'Monatsdatei des Anbieters'
let people = 0
const bringer = () =>
  makeOperator(server, `einleser${++people}@betrieb.example`, ['payout-preparer', 'reviewer'])
type Account = Awaited<ReturnType<Bench['makeAccount']>>

/** A recommendation under an agency's plan. */
async function ofAgency(fixedCents: number, stages: BonusPlan['stages'], account?: Account) {
  const referral = await bench.makeReferral({ share: 50, ...(account ? { account } : {}) })
  const plan = { planId: null, name: 'Herbst', fixedCents, stages, periodMonths: 6 }
  await asOwner(server, 'standard', (tx) =>
    tx
      .updateTable('referrals')
      .set({
        agency_id: agencyId,
        plan: plan.name,
        commission_cents: fixedCents,
        agency_plan: JSON.stringify(plan),
      })
      .where('tenant', '=', 'standard')
      .where('number', '=', referral.number)
      .execute(),
  )
  return referral
}

const head =
  'ExterneAuftragsnummer;Empfaengernummer;Empfehlungsnummer;Email;ProduktExterneId;Vertragsdatum;Status'
type Clue = { recipient?: string; referral?: string; email?: string }
function lineOf({ recipient = '', referral = '', email = '' }: Clue, at = 0) {
  const { external_id: product } = bench.products[at]!
  const number = `HOCH-${++people}`
  const day = server.deps.clock.today().toString()
  return {
    number,
    row: [number, recipient, referral, email, product, day, 'abgeschlossen'].join(';'),
  }
}
const run = async (id: string) =>
  runOrderImport(
    server.deps,
    await server.deps.tenants.get('standard'),
    id,
    new AbortController().signal,
  )
async function check(by: Operator, rows: readonly string[]) {
  const Datei = Buffer.from([head, ...rows].join('\n')).toString('base64')
  const { body } = await call('POST', '/einlesungen', by, { Name: 'mai.csv', Datei })
  await run(body.Id)
  return show(by, `einlesungen/${body.Id}`)
}
const start = async (by: Operator, { Id, Version }: { Id: string; Version: number }) =>
  (await call('PUT', `/einlesungen/${Id}/ausfuehrung`, by, { Version, Grund })).body.Ergebnis
const orderOf = (recipient: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('orders')
      .select(['number', 'doubts'])
      .where('tenant', '=', 'standard')
      .where('recipient_number', '=', recipient)
      .executeTakeFirstOrThrow(),
  )
const confirm = async (referral: Awaited<ReturnType<typeof ofAgency>>, email?: string) =>
  (await bench.makeRecipient(referral, email ? { email } : {})).number

test('a file counts each contract at the highest stage that its plan reaches; page, mail and order say so', async () => {
  const [by, second] = [await bringer(), await operator()]
  const account = await bench.makeAccount()
  const contacts: string[] = []
  for (let count = 0; count < 3; count += 1)
    contacts.push(await confirm(await ofAgency(100, [{ from: 2, cents: 100_000 }], account)))
  const checked = await check(
    by,
    contacts.map((recipient) => lineOf({ recipient }).row),
  )
  expect(checked).toMatchObject({ WertCent: 300_000, UeberEigenerGrenze: true })
  expect(await start(by, checked)).toBe('vorgelegt')
  const [mail] = await bench.mails('operatorOrderFile')
  expect(mail!.data).toMatchObject({ amount: expect.stringMatching(/^3\.000,00\s€$/) })
  const approved = await call('PUT', `/einlesungen/${checked.Id}/freigabe`, second, {
    Version: checked.Version + 1,
    Grund,
  })
  expect(approved.status).toBe(200)
  await run(checked.Id)
  const orders = await Promise.all(contacts.map(orderOf))
  for (const { number } of orders)
    expect(await show(second, number)).toMatchObject({
      Erwartet: { EmpfehlerCent: 50, EmpfaengerCent: 50, HoechstensCent: 100_000 },
    })
  for (const { number } of orders) await bench.release(number)
  const rewards = (await Promise.all(orders.map(({ number }) => bench.readRewards(number)))).flat()
  const earned = rewards.reduce((sum, { cents }) => sum + cents, 0)
  expect(earned).toBe(200_100)
  expect(earned).toBeLessThanOrEqual(checked.WertCent)
})

test('so it counts the stages of the tenant’s own plan, also of contracts whose person is not known, and by the command line', async () => {
  const by = await bringer()
  const { plan: name, commission_cents: fixedCents } = bench.products[0]!
  const before = (await server.deps.tenants.get('standard')).bonus
  const bonus = { name, fixedCents, stages: [{ from: 5, cents: 90_000 }], periodMonths: 6 }
  await changeTenant(server, 'standard', { bonus })
  try {
    const rows = [
      lineOf({ recipient: await confirm(await bench.makeReferral()) }).row,
      lineOf({ email: 'spaeter.bekannt@post.example' }).row,
    ]
    expect(await check(by, rows)).toMatchObject({ WertCent: 180_000, UeberEigenerGrenze: true })
    const results = await importCommanded(
      server.deps,
      await server.deps.tenants.get('standard'),
      { path: '/tmp/mai.csv', bytes: Buffer.from([head, ...rows].join('\n')) },
      { actor: { kind: 'operator', id: by.id, reason: Grund }, onProgress: () => undefined },
    )
    expect(results.map(({ errorCode }) => errorCode)).toEqual(['PSOF0708', 'PSOF0708'])
  } finally {
    await changeTenant(server, 'standard', { bonus: before })
  }
})

/** A contract of the feed that fits nobody, matched by hand; its order and what speaks against it. */
async function match(by: Operator, named: Parameters<Bench['line']>[1], contact: string) {
  const line = bench.line(await bench.makeReferral(), named)
  expect((await bench.feed(line)).kind).toBe('failed')
  const { Content } = await list(by, { Suche: line.externalNumber, Stand: 'ohne-person' })
  const { status } = await call('PUT', `/${Content[0].Id}/zuordnung`, by, {
    Version: 1,
    Grund,
    Empfaengernummer: contact,
  })
  expect(status).toBe(200)
  const { doubts } = await orderOf(contact)
  return doubts as Doubt[] | null
}

test('what one person attaches of nobody’s contracts counts at the highest stage, too', async () => {
  const by = await operator()
  const account = await bench.makeAccount()
  const highest = attachAloneCents / 2
  const doubts: (Doubt[] | null)[] = []
  for (let count = 0; count < 3; count += 1) {
    const referral = await ofAgency(100, [{ from: 2, cents: highest }], account)
    doubts.push(await match(by, {}, await confirm(referral)))
  }
  expect(doubts).toEqual([null, null, ['unnamed']])
})
