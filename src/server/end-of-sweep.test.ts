import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../../test/helpers/as-owner.ts'
import { makePartnerBench } from '../../test/helpers/sales-partner.ts'
import { startTestServer, type TestServer } from '../../test/helpers/server.ts'
import { Ended, untilEnd, withTenant, type Database } from './db/connection.ts'
import { runSweeps } from './run-sweeps.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ isNew: true })
})
afterAll(() => server.stop())

const many = 400

test('a worker that stops ends its sweep between two of hundreds of orders, and the next one goes on from there', async () => {
  const bench = await makePartnerBench(server, 'telko')
  await bench.order()
  await asOwner(server, 'telko', (tx) =>
    sql`
      insert into partner_orders (tenant, number, external_number, partner_id, product_id, contract_on, state,
        source, plan_id, commission_cents, confirmed_at, releasable_on)
      select tenant, 'copy-' || n, 'copy-' || n, partner_id, product_id, contract_on, state, source, plan_id,
        commission_cents, confirmed_at, releasable_on
      from (select * from partner_orders where tenant = 'telko' and external_number is not null and state = 'confirmed' limit 1) one,
        generate_series(1, ${many}) n`.execute(tx),
  )
  const count = async (state: string) => {
    const { rows } = await bench.run((tx) =>
      sql<{ count: number }>`
        select count(*) from partner_orders where tenant = 'telko' and number like 'copy-%' and state = ${state}`.execute(
        tx,
      ),
    )
    return rows[0]!.count
  }
  server.clock.advance('P90D')
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const ending = new AbortController()
  const until = (db: Database) => untilEnd(db, ending.signal)
  const { db, queue } = server.deps
  const deps = { ...server.deps, log, db: until(db), queue: until(queue) }
  const sweeping = runSweeps(deps, { signal: ending.signal })
  await expect.poll(() => count('released'), { interval: 5 }).toBeGreaterThan(20)
  const before = performance.now()
  ending.abort()
  await sweeping
  // A transaction at most, on a machine that may be busy.
  expect(performance.now() - before).toBeLessThan(2_000)
  const released = await count('released')
  expect(released).toBeLessThan(many)
  expect(released + (await count('confirmed'))).toBe(many)
  // No failure, of none of the orders that were left.
  expect(lines).toEqual([])

  await runSweeps(server.deps)
  expect(await count('released')).toBe(many)
  const { rows } = await bench.run((tx) =>
    sql<{ subject_id: string }>`
      select subject_id from audit_log where tenant = 'telko' and subject_id like 'copy-%'`.execute(
      tx,
    ),
  )
  expect([rows.length, new Set(rows.map((row) => row.subject_id)).size]).toEqual([many, many])
})

test('what has begun when the end comes is finished, and nothing begins after it', async () => {
  const ending = new AbortController()
  const db = untilEnd(server.db, ending.signal)
  const one = (run: () => void) =>
    withTenant(db, 'telko', async (tx) => {
      run()
      return (await sql<{ it: number }>`select 1 as it`.execute(tx)).rows[0]?.it
    })
  expect(await one(() => ending.abort())).toBe(1)
  await expect(one(() => undefined)).rejects.toThrow(Ended)
  // Others' work over the same connections goes on.
  expect(await withTenant(server.db, 'telko', async () => 2)).toBe(2)
})
