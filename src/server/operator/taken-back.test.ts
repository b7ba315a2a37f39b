import { expect, test } from 'vitest'
import { makePartnerBench } from '../../../test/helpers/sales-partner.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { leftToImport } from '../../domain/goodwill.ts'
import type { Bench } from '../reward/reward.test-helper.ts'
import { importCommanded } from './import-commanded.ts'
import { useOrders, type Operator } from './orders.test-helper.ts'
import { runOrderImport } from './run-order-import.ts'

let server: TestServer
let bench: Bench
const { operator, call, show, auditOf } = useOrders((made) => ({ server, bench } = made))

const Grund = 'Stornoliste des Anbieters'
const preparer = () => operator(['payout-preparer'])
const head = 'ExterneAuftragsnummer;Empfaengernummer;ProduktExterneId;Vertragsdatum;Status'

/** A contract of the feed with its line of a file that cancels it. */
async function contract({ released = true } = {}) {
  const referral = await bench.makeReferral({ share: 50 })
  const recipient = await bench.makeRecipient(referral)
  const { externalNumber, productExternalId, contractOn } = bench.line(referral)
  const number = await bench.makeOrder(referral, recipient, { externalNumber })
  if (released) await bench.release(number)
  const row = [externalNumber, recipient.number, productExternalId, contractOn, 'storniert']
  return { number, row: row.join(';') }
}
type Contract = Awaited<ReturnType<typeof contract>>
const contracts = (count: number, more: { released?: boolean } = {}) =>
  Promise.all(Array.from({ length: count }, () => contract(more)))
const price = () => bench.products[0]!.commission_cents
const most = () => leftToImport(0, ['payout-preparer'])
const tooMany = () => Math.floor(most() / price()) + 1

const run = (id: string) =>
  runOrderImport(server.deps, bench.tenant, id, new AbortController().signal)
async function check(by: Operator, rows: readonly string[]) {
  const Datei = Buffer.from([head, ...rows].join('\n')).toString('base64')
  const { body } = await call('POST', '/einlesungen', by, { Name: 'storno.csv', Datei })
  await run(body.Id)
  return show(by, `einlesungen/${body.Id}`)
}
const start = async (by: Operator, { Id, Version }: { Id: string; Version: number }) =>
  (await call('PUT', `/einlesungen/${Id}/ausfuehrung`, by, { Version, Grund })).body.Ergebnis
const rowsOf = (of: readonly Contract[]) => of.map(({ row }) => row)
const statesOf = (of: readonly Contract[]) =>
  Promise.all(of.map(({ number }) => bench.stateOf('orders', number)))
const commanded = (by: Operator, rows: readonly string[]) =>
  importCommanded(
    server.deps,
    bench.tenant,
    { path: '/tmp/befehl.csv', bytes: Buffer.from([head, ...rows].join('\n')) },
    { actor: { kind: 'operator', id: by.id, reason: Grund }, onProgress: () => undefined },
  )

test('cancelling released contracts above the sum waits for a second person; page, list, mail and log say what is taken back', async () => {
  const [by, second] = [await preparer(), await operator()]
  const all = await contracts(tooMany())
  const lost = tooMany() * price()
  const checked = await check(by, [...rowsOf(all), rowsOf(all)[0]!])
  expect(checked).toMatchObject({
    WertCent: 0,
    Pruefung: { Storniert: tooMany(), Unveraendert: 1, StornoCent: lost },
    UeberEigenerGrenze: true,
  })
  expect(await start(by, checked)).toBe('vorgelegt')
  expect(new Set(await statesOf(all))).toEqual(new Set(['released']))
  const { Dateien } = (await call('GET', '/einlesungen?Stand=wartet', second)).body
  expect(Dateien).toMatchObject([{ Id: checked.Id, Pruefung: { StornoCent: lost } }])
  const [mail] = await bench.mails('operatorOrderFile')
  expect(mail!.data).toMatchObject({
    count: 0,
    cancels: tooMany(),
    lost: expect.stringMatching(/^\d+,00\s€$/),
  })
  const body = { Version: checked.Version + 1, Grund }
  const approved = await call('PUT', `/einlesungen/${checked.Id}/freigabe`, second, body)
  expect(approved.status).toBe(200)
  await run(checked.Id)
  expect(await show(second, `einlesungen/${checked.Id}`)).toMatchObject({
    Stand: 'done',
    Ergebnis: { Storniert: tooMany(), Fehler: 0, StornoCent: lost },
  })
  expect(new Set(await statesOf(all))).toEqual(new Set(['cancelled']))
  const log = await auditOf(checked.Id)
  expect(log.slice(1)).toMatchObject([
    { action: 'order-file-asked', details: { after: { cents: 0, lostCents: lost } } },
    { action: 'order-file-started', details: { cents: 0, lostCents: lost } },
    { action: 'order-file-imported', details: { after: { cents: 0, lostCents: lost } } },
  ])
})

test('below the sum one person cancels alone, and what new contracts earn and two files of a day count together', async () => {
  const by = await preparer()
  const half = Math.ceil(tooMany() / 2)
  const [one, two] = [await contracts(half), await contracts(half)]
  const first = await check(by, rowsOf(one))
  expect(first).toMatchObject({ UeberEigenerGrenze: false })
  expect(await start(by, first)).toBe('begonnen')
  await run(first.Id)
  expect(new Set(await statesOf(one))).toEqual(new Set(['cancelled']))
  const fresh = await bench.makeReferral({ share: 100 })
  const { externalNumber, productExternalId, contractOn } = bench.line(fresh)
  const { number } = await bench.makeRecipient(fresh)
  const concluded = [externalNumber, number, productExternalId, contractOn, 'abgeschlossen']
  const mixed = await check(by, [concluded.join(';'), ...rowsOf(two.slice(1))])
  expect(mixed).toMatchObject({
    WertCent: price(),
    Pruefung: { StornoCent: (half - 1) * price() },
    UeberEigenerGrenze: true,
  })
  expect(await start(by, mixed)).toBe('vorgelegt')
  expect(await start(by, await check(by, rowsOf(two)))).toBe('vorgelegt')
  server.clock.advance('PT25H')
  const later = await makeOperator(server, by.email, ['payout-preparer'])
  expect(await start(later, await check(later, rowsOf(two)))).toBe('begonnen')
})

test('contracts that were not released are cancelled alone, however many, and one that was cancelled before counts nothing', async () => {
  const by = await preparer()
  const all = await contracts(tooMany(), { released: false })
  const again = await contract()
  const one = await check(by, [again.row])
  expect(await start(by, one)).toBe('begonnen')
  await run(one.Id)
  const checked = await check(by, [...rowsOf(all), again.row])
  expect(checked).toMatchObject({
    Pruefung: { Storniert: tooMany(), Unveraendert: 1, StornoCent: 0 },
    UeberEigenerGrenze: false,
  })
  expect(await start(by, checked)).toBe('begonnen')
  await run(checked.Id)
  expect(new Set(await statesOf(all))).toEqual(new Set(['cancelled']))
})

test('a file takes back no more than was checked, whoever starts it: a contract that is released meanwhile stays out', async () => {
  const [by, second] = [await preparer(), await operator()]
  const later = await contracts(2, { released: false })
  const before = await contracts(tooMany())
  const [alone, both] = [
    await check(by, [later[0]!.row]),
    await check(by, [later[1]!.row, ...rowsOf(before)]),
  ]
  await Promise.all(later.map(({ number }) => bench.release(number)))
  expect(await start(by, alone)).toBe('begonnen')
  await run(alone.Id)
  expect(await show(by, `einlesungen/${alone.Id}`)).toMatchObject({
    Ergebnis: { Storniert: 0, Fehler: 1, StornoCent: 0 },
    Fehlerzeilen: [{ Meldung: expect.stringContaining('mehr zurück') }],
  })
  expect(await start(by, both)).toBe('vorgelegt')
  const body = { Version: both.Version + 1, Grund }
  await call('PUT', `/einlesungen/${both.Id}/freigabe`, second, body)
  await run(both.Id)
  expect(await show(by, `einlesungen/${both.Id}`)).toMatchObject({
    Ergebnis: { Storniert: tooMany(), Fehler: 1, StornoCent: tooMany() * price() },
  })
  const states = await statesOf([...later, ...before])
  expect(states.filter((state) => state === 'released')).toHaveLength(2)
})

test('by the command line cancellations count in what is left, and what is above is refused', async () => {
  const by = await preparer()
  const all = await contracts(tooMany() + 1)
  const results = await commanded(by, rowsOf(all))
  expect(results.map(({ errorCode }) => errorCode)).toEqual([
    ...Array.from({ length: tooMany() - 1 }, () => undefined),
    'PSOF0708',
    'PSOF0708',
  ])
  expect(results.at(-1)!.message).toMatch(/^This is above what you import alone in a day/)
  expect((await statesOf(all)).filter((state) => state === 'released')).toHaveLength(2)
  const { Dateien } = (await call('GET', '/einlesungen', by)).body
  const file = Dateien.find(({ Name }: { Name: string }) => Name === 'befehl.csv')
  expect(file.Ergebnis).toMatchObject({ StornoCent: (tooMany() - 1) * price() })
  expect(await start(by, await check(by, rowsOf(all.slice(-2))))).toBe('vorgelegt')
})

test('a sales partner’s contract takes back its commission once that is released', async () => {
  const partner = await makePartnerBench(server, 'standard')
  const by = await preparer()
  const day = server.deps.clock.today().toString()
  const tenant = await server.deps.tenants.get('standard')
  const externals = ['PARTNER-FREI', 'PARTNER-OFFEN']
  const [released] = await Promise.all(externals.map((external) => partner.order(external)))
  await partner.release(released!)
  const head = 'ExterneAuftragsnummer;Verkaufspartnernummer;ProduktExterneId;Vertragsdatum;Status'
  const rows = externals.map((external) =>
    [external, partner.number, partner.product.external_id, day, 'storniert'].join(';'),
  )
  const Datei = Buffer.from([head, ...rows].join('\n')).toString('base64')
  const { body } = await call('POST', '/einlesungen', by, { Name: 'partner.csv', Datei })
  await runOrderImport(server.deps, tenant, body.Id, new AbortController().signal)
  expect(await show(by, `einlesungen/${body.Id}`)).toMatchObject({
    Pruefung: { Storniert: 2, StornoCent: 6_000 },
  })
})
