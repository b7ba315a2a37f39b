import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillAged } from '../bench/fill-aged.ts'
import { recordStatements } from '../bench/record-statements.ts'
import { findDue } from '../src/server/base/run-due.ts'
import { everySweep } from '../src/server/run-sweeps.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'

// What runs every minute costs what there is to do, not what there is. Held by what its statements read, in a tenant with
// nothing due and enough rows that the planner minds.

const tenant = 'standard'
const referrals = 40_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ isNew: true })
  await fillAged(server.database.ownerUrl, referrals)
}, 120_000)
afterAll(() => server.stop())

/** Pages of 8 KB: of a walk through one of the large tables there are hundreds. */
const mostPages = 150

type Explained = { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }

type Answer = { 'QUERY PLAN': [Explained] }

/** With a plan that knows no values, as a connection keeps it. */
async function explainKept(client: PoolClient, explain: string, text: string, values: unknown[]) {
  await client.query('set local plan_cache_mode = force_generic_plan')
  await client.query(`prepare kept as ${text}`)
  const given = values.map((one) =>
    typeof one === 'string' ? client.escapeLiteral(one) : String(one as number | boolean),
  )
  return client.query<Answer>(`${explain} execute kept (${given.join(', ')})`)
}

test('no sweep walks through a large table to find that nothing is due', async () => {
  const sweeps = async () => {
    const all = await everySweep(server.deps, tenant)
    await findDue(server.deps, tenant, all)
    for (const { run } of all) await run()
  }
  await sweeps() // what was due of the demo
  const { borrows } = await recordStatements(server.db.pool, sweeps)
  const sent = new Map(
    borrows.flatMap(({ waves }) => waves.flat()).map((one) => [one.text, one.values]),
  )
  const asked = [...sent].filter(([text]) => /^\s*(with|select|insert|update|delete)\b/i.test(text))
  expect(asked.length).toBeGreaterThan(50)
  expect(asked.some(([text]) => text.includes('keeps plan'))).toBe(true)
  const client = await server.db.pool.connect()
  const whole: string[] = []
  try {
    await client.query('begin')
    await client.query('select set_tenant($1)', [tenant])
    for (const [text, values] of asked) {
      const explain = 'explain (analyze, buffers, timing off, format json)'
      const { rows } = text.includes('keeps plan')
        ? await explainKept(client, explain, text, values)
        : await client.query<Answer>(`${explain} ${text}`, values)
      const { Plan: plan } = rows[0]!['QUERY PLAN'][0]
      const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      if (pages > mostPages) whole.push(`${pages}: ${text.replaceAll(/\s+/g, ' ')}`)
    }
    await client.query('rollback')
  } finally {
    client.release()
  }
  expect(whole).toEqual([])
})
