import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillAged } from '../bench/fill-aged.ts'
import { recordStatements } from '../bench/record-statements.ts'
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

test('no sweep walks through a large table to find that nothing is due', async () => {
  const sweeps = async () => {
    for (const sweep of everySweep(server.deps, tenant)) await sweep()
  }
  await sweeps() // what was due of the demo
  const { borrows } = await recordStatements(server.db.pool, sweeps)
  const sent = new Map(
    borrows.flatMap(({ waves }) => waves.flat()).map((one) => [one.text, one.values]),
  )
  const asked = [...sent].filter(([text]) => /^\s*(with|select|insert|update|delete)\b/i.test(text))
  expect(asked.length).toBeGreaterThan(50)
  const client = await server.db.pool.connect()
  const whole: string[] = []
  try {
    await client.query('begin')
    await client.query('select set_tenant($1)', [tenant])
    for (const [text, values] of asked) {
      const { rows } = await client.query<{ 'QUERY PLAN': [Explained] }>(
        `explain (analyze, buffers, timing off, format json) ${text}`,
        values,
      )
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
