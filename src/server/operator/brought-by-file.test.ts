import { expect, test, vi } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { stillLoggedIn } from '../../../test/helpers/still-logged-in.ts'
import type { Bench } from '../reward/reward.test-helper.ts'
import { importCommanded } from './import-commanded.ts'
import { fileHead, Grund, useOrderFiles } from './order-files.test-helper.ts'
import type { Operator } from './orders.test-helper.ts'

// What a person's file may not do with what the provider said, or with what a second person was shown (710, 711).

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let bench: Bench
const files = useOrderFiles((made) => ({ server, bench } = made))
const { operator, call, list, show, auditOf } = files
const { bringer, ofAgency, lineOf, run, check, start, approve, orderOf, matchOf, confirm, heldOf } =
  files

const day = (days: number) => server.deps.clock.today().add({ days }).toString()

/** A contract that the provider sent for somebody who is not there yet. */
async function lost(email: string) {
  const line = bench.line(await bench.makeReferral(), { email } as object)
  expect((await bench.feed(line)).kind).toBe('failed')
  return line
}
const keptOf = (external: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('unmatched_orders')
      .selectAll()
      .where('tenant', '=', 'standard')
      .where('external_number', '=', external)
      .executeTakeFirst(),
  )
async function importAlone(by: Operator, row: string) {
  const checked = await check(by, [row])
  expect(await start(by, checked)).toBe('begonnen')
  await run(checked.Id)
  return { checked, after: await show(by, `einlesungen/${checked.Id}`) }
}
const judge = async ({ token }: Operator, order: string) => {
  const [reward] = await bench.readRewards(order)
  return server.call('PUT', `/standard/betrieb/pruefungen/${reward!.reward_id}/entscheidung`, {
    token,
    body: { Version: 1, Entscheidung: 'anerkannt', Grund: 'doubt-cleared' },
  })
}

test('a file that a second person agreed to brings no more than they were shown', async () => {
  const [by, second] = [await bringer(), await operator()]
  const email = 'spaeter.dabei@post.example'
  const known = await confirm(await ofAgency(26_000, []))
  const checked = await check(by, [lineOf({ recipient: known }).row, lineOf({ email }).row])
  expect(await start(by, checked)).toBe('vorgelegt')
  const dear = await confirm(await ofAgency(99_900, []), email)
  expect((await approve(second, checked)).status).toBe(200)
  await run(checked.Id)
  const done = await show(second, `einlesungen/${checked.Id}`)
  expect(done.Ergebnis).toMatchObject({ Neu: 1, Fehler: 1 })
  expect(done.Fehlerzeilen[0].Meldung).toContain('mehr, als bei ihrer Prüfung gezählt war')
  expect((await orderOf(known)).doubts).toBeNull()
  await expect(orderOf(dear)).rejects.toThrow()
})

test('what the check called faulty stays out, also once its day has come', async () => {
  const by = await bringer()
  const known = await confirm(await ofAgency(26_000, []))
  const tomorrow = await confirm(await ofAgency(60_000, []))
  const checked = await check(by, [
    lineOf({ recipient: known }).row,
    lineOf({ recipient: tomorrow }, { day: day(2) }).row,
  ])
  expect(checked).toMatchObject({ WertCent: 26_000, Pruefung: { Neu: 1, Fehler: 1 } })
  expect(await start(by, checked)).toBe('vorgelegt')
  server.clock.advance('PT24H')
  const second = await operator()
  expect((await approve(second, checked)).status).toBe(200)
  await run(checked.Id)
  expect((await show(second, `einlesungen/${checked.Id}`)).Ergebnis).toMatchObject({
    Neu: 1,
    Fehler: 1,
  })
  await expect(orderOf(tomorrow)).rejects.toThrow()
})

test('a kept line that earns more than was counted waits by whichever way it finds its person: by hand, too, and neither its bringer nor whoever attached it decides', async () => {
  const [by, second] = [await bringer(), await operator()]
  const email = 'noch.unbestaetigt@post.example'
  const { number, row } = lineOf({ email })
  await importAlone(by, row)
  const dear = await ofAgency(99_900, [])
  const contact = (await bench.makeRecipient(dear, { email, state: 'accepted' })).number
  const { Content } = await list(second, { Suche: number, Stand: 'ohne-person' })
  const matched = await call('PUT', `/${Content[0].Id}/zuordnung`, second, {
    Version: Content[0].Version,
    Grund,
    Empfaengernummer: contact,
  })
  expect(matched.status).toBe(200)
  const order = await orderOf(contact)
  expect(order).toMatchObject({ doubts: ['worth-more'], doubted_by: second.id })
  expect(await heldOf(order.number)).toEqual([true, true])
  for (const one of [by, second])
    expect((await judge(one, order.number)).body.ErrorCode).toBe('PSOF0708')
  expect((await judge(await operator(), order.number)).status).toBe(200)
})

test('so it waits when support accepts an honest-looking claim with it', async () => {
  const by = await bringer()
  const support = await makeOperator(server, 'ehrlich@betrieb.example', ['support'])
  const now = server.deps.clock.now()
  server.clock.set(now.subtract({ hours: 240 }).toString())
  const dear = await ofAgency(99_900, [])
  const email = 'komplize@post.example'
  const contact = await confirm(dear, email)
  server.clock.set(now.toString())
  const [, other] = bench.products
  const { number, row } = lineOf({ email }, { product: other!.external_id, day: day(-3) })
  await importAlone(by, row)
  const token = await bench.token('user-session', dear.accountId)
  const claim = await server.call('POST', '/standard/empfehler/nachbuchungen', {
    token,
    body: {
      Empfehlungsnummer: dear.number,
      ProduktId: other!.product_id,
      Auftragsnummer: number,
      Vertragsdatum: day(-3),
    },
  })
  const decided = await server.call(
    'PUT',
    `/standard/betrieb/nachbuchungen/${claim.body.Id}/entscheidung`,
    {
      token: support.token,
      body: { Version: 1, Entscheidung: 'anerkannt', Grund: 'in-feed', Auftrag: number },
    },
  )
  expect(decided.status).toBe(200)
  const order = await orderOf(contact)
  expect(order.doubts).toContain('worth-more')
  expect(await heldOf(order.number)).toEqual([true, true])
})

test('a file that gives a lost contract to somebody else than the provider named is doubted, and its bringer does not decide it', async () => {
  const by = await bringer()
  const line = await lost('rechtmaessig@post.example')
  const thief = await confirm(await bench.makeReferral(), 'jemand.anderes@post.example')
  await importAlone(by, lineOf({ recipient: thief }, { number: line.externalNumber }).row)
  const order = await orderOf(thief)
  expect(order).toMatchObject({ doubts: ['email'], doubted_by: by.id })
  const doubted = (await auditOf(order.number)).find(({ action }) => action === 'order-doubted')
  expect(doubted!.details).toMatchObject({ broughtBy: by.id, orderFile: expect.any(String) })
  expect(await heldOf(order.number)).toEqual([true, true])
  expect((await judge(by, order.number)).body.ErrorCode).toBe('PSOF0708')
})

test('so is one whose number somebody else reported as missing, and the same by the command line', async () => {
  const owner = await bench.makeReferral()
  await confirm(owner)
  const token = await bench.token('user-session', owner.accountId)
  const Auftragsnummer = 'FEHLT-4711'
  server.clock.advance('PT240H')
  await stillLoggedIn(server, 'standard')
  const claimed = await server.call('POST', '/standard/empfehler/nachbuchungen', {
    token,
    body: {
      Empfehlungsnummer: owner.number,
      ProduktId: bench.products[0]!.product_id,
      Auftragsnummer,
      Vertragsdatum: day(-3),
    },
  })
  expect(claimed.status).toBe(201)
  const thief = await confirm(await bench.makeReferral())
  const { row } = lineOf({ recipient: thief }, { number: Auftragsnummer, day: day(-3) })
  const by = await makeOperator(server, 'einleser.frisch@betrieb.example', ['payout-preparer'])
  await importCommanded(
    server.deps,
    await server.deps.tenants.get('standard'),
    { path: '/tmp/juni.csv', bytes: Buffer.from([fileHead, row].join('\n')) },
    { actor: { kind: 'operator', id: by.id, reason: Grund }, onProgress: () => undefined },
  )
  expect((await orderOf(thief)).doubts).toEqual(['claimed-beside'])
})

test('a file neither removes nor replaces what the provider itself said of a lost contract, and check and result say so', async () => {
  const by = await bringer()
  const line = await lost('wartet.noch@post.example')
  const before = await keptOf(line.externalNumber)
  const { number, ...said } = { number: line.externalNumber, day: line.contractOn }
  for (const row of [
    lineOf({}, { number, ...said, status: 'storniert' }).row,
    lineOf({ email: 'ein.anderer@post.example' }, { number, ...said }).row,
  ]) {
    const { checked, after } = await importAlone(by, row)
    expect(checked.Pruefung).toMatchObject({ Neu: 0, Storniert: 0, OhnePerson: 1 })
    expect(after.Ergebnis).toMatchObject({ Storniert: 0, OhnePerson: 1 })
    expect(after.Fehlerzeilen[0].Meldung).toMatch(/Anders ist dort: (Status|Email)/)
    expect(await keptOf(line.externalNumber)).toEqual(before)
  }
  const truth = await confirm(await bench.makeReferral(), 'wartet.noch@post.example')
  expect(await matchOf(truth)).toBe(1)
})

test('a file cancels what a file brought, counted as cancelled, with a row of its own that names the contract', async () => {
  const by = await bringer()
  const { number, row } = lineOf({ email: 'nie.da@post.example' })
  await importAlone(by, row)
  const kept = await keptOf(number)
  const { checked, after } = await importAlone(by, lineOf({}, { number, status: 'storniert' }).row)
  expect(checked.Pruefung).toMatchObject({ Storniert: 1, Fehler: 0, OhnePerson: 0 })
  expect(after.Ergebnis).toMatchObject({ Storniert: 1, Fehler: 0 })
  expect(await keptOf(number)).toBeUndefined()
  const rows = await auditOf(kept!.line_id)
  expect(rows).toMatchObject([
    {
      action: 'lost-contract-cancelled',
      actor_id: by.id,
      reason: Grund,
      details: { contract: number, broughtBy: by.id, orderFile: checked.Id },
    },
  ])
})
