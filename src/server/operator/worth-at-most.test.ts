import { expect, test, vi } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { doubtsText, type Doubt } from '../../domain/doubt.ts'
import { attachAloneCents, leftToImport } from '../../domain/goodwill.ts'
import type { Bench } from '../reward/reward.test-helper.ts'
import { createApiKey } from './create-api-key.ts'
import { importCommanded } from './import-commanded.ts'
import { fileHead, Grund, useOrderFiles } from './order-files.test-helper.ts'
import type { Operator } from './orders.test-helper.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let bench: Bench
const files = useOrderFiles((made) => ({ server, bench } = made))
const { operator, call, list, show, auditOf } = files
const { bringer, ofAgency, lineOf, run, check, start, approve, orderOf, matchOf, confirm, heldOf } =
  files

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
  const approved = await approve(second, checked)
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
      { path: '/tmp/mai.csv', bytes: Buffer.from([fileHead, ...rows].join('\n')) },
      { actor: { kind: 'operator', id: by.id, reason: Grund }, onProgress: () => undefined },
    )
    expect(results.map(({ errorCode }) => errorCode)).toEqual(['PSOF0708', 'PSOF0708'])
  } finally {
    await changeTenant(server, 'standard', { bonus: before })
  }
})

test('a kept contract of a file that finds its person and earns more than was counted waits for somebody else than its bringer', async () => {
  const by = await bringer()
  const emails = ['teuer', 'schlicht', 'genannt'].map((one) => `${one}@post.example`)
  const price = bench.products[0]!.commission_cents
  const named = await ofAgency(200, [{ from: 2, cents: 300 }])
  const checked = await check(by, [
    ...emails.slice(0, 2).map((email) => lineOf({ email }).row),
    lineOf({ referral: named.number, email: emails[2]! }).row,
  ])
  expect(checked).toMatchObject({ WertCent: 2 * price + 300, UeberEigenerGrenze: false })
  expect(2 * price + 300).toBeLessThan(leftToImport(0, ['payout-preparer']))
  expect(await start(by, checked)).toBe('begonnen')
  await run(checked.Id)
  const contacts = [
    await confirm(await ofAgency(99_900, []), emails[0]),
    await confirm(await bench.makeReferral(), emails[1]),
    await confirm(named, emails[2]),
  ]
  for (const contact of contacts) expect(await matchOf(contact)).toBe(1)
  const [dear, plain, known] = await Promise.all(contacts.map(orderOf))
  expect(dear).toMatchObject({ doubts: ['worth-more'], doubted_by: by.id })
  expect([plain!.doubts, known!.doubts]).toEqual([null, null])
  const row = (await auditOf(dear!.number)).find(({ action }) => action === 'order-doubted')
  expect(row).toMatchObject({ actor_kind: 'system', reason: doubtsText(['worth-more'], 'de') })
  expect(await heldOf(dear!.number)).toEqual([true, true])
  expect(await heldOf(plain!.number)).toEqual([false, false])
  expect(await heldOf(known!.number)).toEqual([false, false])
  const [reward] = await bench.readRewards(dear!.number)
  const judge = ({ token }: Operator) =>
    server.call('PUT', `/standard/betrieb/pruefungen/${reward!.reward_id}/entscheidung`, {
      token,
      body: { Version: 1, Entscheidung: 'anerkannt', Grund: 'doubt-cleared' },
    })
  expect((await judge(by)).body.ErrorCode).toBe('PSOF0708')
  expect((await judge(await operator())).status).toBe(200)
})

test('a product’s new price does not raise what was counted, and the provider’s own word is not concerned', async () => {
  const by = await bringer()
  const [email, sure] = ['neuer.preis@post.example', 'vom.anbieter@post.example']
  const checked = await check(by, [lineOf({ email }).row])
  expect(await start(by, checked)).toBe('begonnen')
  await run(checked.Id)
  const admin = await makeOperator(server, 'schluessel@betrieb.example', ['tenant-admin'])
  const key = await bench.run((tx) =>
    createApiKey(
      tx,
      server.deps,
      'standard',
      { name: 'feed', login: false },
      { kind: 'operator', id: admin.id },
    ),
  )
  if (typeof key === 'string') throw new Error(key)
  const lost = {
    ExterneAuftragsnummer: 'ANBIETER-1',
    Email: sure,
    ProduktExterneId: bench.products[0]!.external_id,
    Vertragsdatum: server.deps.clock.today().toString(),
    Status: 'abgeschlossen',
  }
  await server.call('POST', '/standard/auftraege', { token: key.text, body: [lost] })
  await bench.run((tx) =>
    tx
      .updateTable('products')
      .set({ commission_cents: 50_000 })
      .where('tenant', '=', 'standard')
      .where('product_id', '=', bench.products[0]!.product_id)
      .execute(),
  )
  const contacts = [
    await confirm(await ofAgency(50_000, []), email),
    await confirm(await ofAgency(50_000, []), sure),
  ]
  for (const contact of contacts) expect(await matchOf(contact)).toBe(1)
  const [counted, said] = await Promise.all(contacts.map(orderOf))
  expect(counted!.doubts).toEqual(['worth-more'])
  expect(said!.doubts).toBeNull()
  await bench.run((tx) =>
    tx
      .updateTable('products')
      .set({ commission_cents: bench.products[0]!.commission_cents })
      .where('tenant', '=', 'standard')
      .where('product_id', '=', bench.products[0]!.product_id)
      .execute(),
  )
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

test('where the provider names another contact or another recommendation, the contract is doubted, and nobody reads that it names nobody', async () => {
  const by = await operator()
  const [own, other] = [await bench.makeReferral(), await bench.makeReferral()]
  const stranger = await confirm(other)
  const dear = await ofAgency(attachAloneCents + 1, [])
  const attached = async (named: (referral: typeof own) => object, referral = own) =>
    match(by, named(referral), await confirm(referral))
  const foreign = () => ({ recipientNumber: stranger, referralNumber: own.number })
  expect(await attached(foreign)).toEqual(['other-number'])
  expect(await attached(() => ({ referralNumber: `${other.number}X` }))).toEqual(['other-number'])
  expect(await attached(() => ({ recipientNumber: 'NIEMAND00000000A' }))).toEqual(['other-number'])
  expect(await attached(() => ({ referralNumber: `${other.number}X` }), dear)).toEqual([
    'other-number',
  ])
  expect(await attached(() => ({}), dear)).toEqual(['unnamed'])
  // Both accepted it, so the number of the recommendation alone fits neither.
  const shared = await bench.makeReferral()
  await confirm(shared)
  expect(await match(by, { referralNumber: shared.number }, await confirm(shared))).toBeNull()
})
