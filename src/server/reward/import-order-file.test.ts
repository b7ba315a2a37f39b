import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { formatGermanDate } from '../../domain/dates.ts'
import { system } from '../base/audit-store.ts'
import { readOrderFile } from '../order/read-order-file.ts'
import type { FeedOrder } from '../order/record-order.ts'
import { importFileLines } from './import-order-file.ts'
import { makeBench, type Bench } from './reward.test-helper.ts'

let server: TestServer
let bench: Bench

beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
})
afterAll(() => server.stop())
afterEach(() => bench.expectLedger())

const header = 'ExterneAuftragsnummer;Empfaengernummer;ProduktExterneId;Vertragsdatum;Status;Umsatz'
const csv = (order: FeedOrder) =>
  [
    order.externalNumber,
    order.recipientNumber,
    order.productExternalId,
    formatGermanDate(order.contractOn),
    order.status,
    '1.234,50',
  ].join(';')
const bytes = (lines: string[]) =>
  new TextEncoder().encode(`\ufeff${[header, ...lines].join('\r\n')}\r\n`)
const run = (
  file: Uint8Array,
  onProgress?: (done: number, total: number) => void,
  atOnce?: number,
) =>
  importFileLines(server.deps, bench.tenant, readOrderFile(file), {
    actor: system,
    locale: 'de',
    ...(onProgress ? { onProgress } : {}),
    ...(atOnce === undefined ? {} : { atOnce }),
  })

async function lines(count: number) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const referral = await bench.makeReferral()
      const recipient = await bench.makeRecipient(referral)
      return csv(bench.line(referral, { recipientNumber: recipient.number }))
    }),
  )
}

const countOrders = () =>
  bench.run(async (tx) => {
    const row = await tx
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('tenant', '=', 'standard')
      .executeTakeFirstOrThrow()
    return Number(row.n)
  })

test('reports every line by number and reason, and a second import of the file changes nothing', async () => {
  const [one, two, three] = await lines(3)
  const file = bytes([
    one!,
    two!.replace(/\d\d\.\d\d\.\d{4}/, 'gestern'),
    '',
    three!,
    `"${three!}`,
    'V-9;;X;01.11.2026;offen;',
  ])
  const progress: string[] = []
  const report = await run(file, (done, total) => progress.push(`${done}/${total}`))
  expect(report.map(({ line, result, errorCode }) => [line, result, errorCode])).toEqual([
    [2, 'neu', undefined],
    [3, 'fehler', 'PSOF0101'],
    [5, 'neu', undefined],
    [6, 'fehler', 'PSOF0101'],
    [7, 'fehler', 'PSOF0101'],
  ])
  expect(report[1]!.message).toContain('Vertragsdatum')
  expect(report[3]!.message).toContain('Anführungszeichen')
  expect(progress).toEqual(['0/5', '1/5', '2/5', '3/5', '4/5', '5/5'])
  const before = await countOrders()
  const again = await run(file)
  expect(again.map(({ result }) => result)).toEqual([
    'unveraendert',
    'fehler',
    'unveraendert',
    'fehler',
    'fehler',
  ])
  expect(await countOrders()).toBe(before)
})

test('an order and its cancellation in one file, twice, end cancelled without an error', async () => {
  const [one] = await lines(1)
  const file = bytes([one!, one!.replace('abgeschlossen', 'storniert')])
  expect((await run(file)).map(({ result }) => result)).toEqual(['neu', 'storniert'])
  const again = await run(file)
  expect(again.map(({ result, message }) => [result, Boolean(message)])).toEqual([
    ['unveraendert', true],
    ['unveraendert', false],
  ])
})

test('an import that is killed in the middle and started again doubles nothing and loses nothing', async () => {
  const all = await lines(30)
  const before = await countOrders()
  const kill = (done: number) => {
    if (done === 11) throw new Error('killed')
  }
  await expect(run(bytes(all), kill, 11)).rejects.toThrow('killed')
  expect(await countOrders()).toBe(before + 11)
  const [first, second] = await Promise.all([run(bytes(all)), run(bytes(all))])
  expect(await countOrders()).toBe(before + 30)
  const created = [...first, ...second].filter(({ result }) => result === 'neu')
  expect(created).toHaveLength(19)
  expect([...first, ...second].some(({ result }) => result === 'fehler')).toBe(false)
})
