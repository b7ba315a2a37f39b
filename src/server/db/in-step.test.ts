import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { audit, system } from '../base/audit-store.ts'
import { elsewhere, withTenant, type Tx } from './connection.ts'
import { forMany, inStep } from './in-step.ts'
import { together } from './together.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const within = <T>(work: (tx: Tx) => Promise<T>) => withTenant(server.db, 'standard', work)

/** Answers with the double, and writes down who was asked together. */
function makeDouble(name: string, asked: string[]) {
  return forMany(async (tx, _tenant, numbers: readonly number[]) => {
    asked.push(`${name} ${numbers.join(',')}`)
    const { rows } = await sql<{ double: number }>`
      select 2 * number as double from unnest(${[...numbers]}::int[]) with ordinality as asked (number, place) order by place`.execute(
      tx,
    )
    return rows.map(({ double }) => double)
  })
}

test('what many ask is asked once, also of those who came another way, and answered to each', async () => {
  const asked: string[] = []
  const [double, again] = [makeDouble('double', asked), makeDouble('again', asked)]
  const came = await within((tx) =>
    inStep(tx, [1, 2, 3, 2], async (part, number) => {
      if (number === 3) await sql`select 1`.execute(part) // one statement of its own before
      const twice = await double(part, 'standard', number)
      return again(part, 'standard', twice)
    }),
  )
  expect(came.map((one) => one.status === 'fulfilled' && one.value)).toEqual([4, 8, 12, 8])
  expect(asked).toEqual(['double 1,2,3,2', 'again 2,4,6,4'])
})

test('each keeps the order of its own statements, wherever the others are', async () => {
  const asked: string[] = []
  const [first, second] = [makeDouble('first', asked), makeDouble('second', asked)]
  await within((tx) =>
    inStep(tx, [1, 2, 3], (part, number) =>
      together(
        [first, second, first]
          .slice(number === 2 ? 1 : 0)
          .map((ask) => () => ask(part, 'standard', number)),
      ),
    ),
  )
  const of = (number: number) =>
    asked.flatMap((one) =>
      one
        .split(' ')[1]!
        .split(',')
        .filter((each) => each === String(number))
        .map(() => one.split(' ')[0]),
    )
  expect([of(1), of(2), of(3)]).toEqual([
    ['first', 'second', 'first'],
    ['second', 'first'],
    ['first', 'second', 'first'],
  ])
})

test('whoever looks at another tenant’s rows does so alone', async () => {
  const look = (tx: Tx) =>
    sql<{ tenant: string }>`select current_setting('app.tenant', true) as tenant`.execute(tx)
  const came = await within((tx) =>
    inStep(tx, ['standard', 'telko', 'standard', 'bgv', 'standard'], async (part, place) => {
      const seen: string[] = []
      for (let turn = 0; turn < 5; turn++) {
        const { rows } = await elsewhere(part, 'standard', place, () => look(part))
        seen.push(...rows.map(({ tenant }) => tenant))
        await look(part).then(({ rows: own }) => expect(own).toEqual([{ tenant: 'standard' }]))
        // Not the database's: it wakes in the middle of the others' statements.
        await new Promise((resolve) => setImmediate(resolve))
      }
      return [place, [...new Set(seen)]]
    }),
  )
  for (const one of came)
    expect(one.status === 'fulfilled' && one.value).toEqual(
      one.status === 'fulfilled' && [one.value[0], [one.value[0]]],
    )
})

test('one that fails stops no other; what the database refuses fails all', async () => {
  const asked: string[] = []
  const double = makeDouble('double', asked)
  const came = await within((tx) =>
    inStep(tx, [1, 2, 3], async (part, number) => {
      if (number === 2) throw new Error('No')
      return double(part, 'standard', number)
    }),
  )
  expect(came.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  const failing = within(async (tx) => {
    const all = await inStep(tx, [1, 0, 3], (part, number) =>
      sql`select 1 / ${number}::int`.execute(part),
    )
    expect(all.map(({ status }) => status)).toContain('rejected')
  })
  await expect(failing).rejects.toThrow()
})

test('the log has what each noted in the order of those who share the transaction', async () => {
  const double = makeDouble('double', [])
  const noted = (subjectId: string) => ({
    at: server.clock.now(),
    actor: system,
    action: 'ask-to-claim' as const,
    subjectKind: 'referral',
    subjectId,
  })
  await within((tx) =>
    inStep(tx, [1, 2], async (part, number) => {
      await audit(part, 'standard', noted(`STEP-${number}-a`))
      await double(part, 'standard', number)
      await audit(part, 'standard', noted(`STEP-${number}-b`))
    }),
  )
  const rows = await within((tx) =>
    tx
      .selectFrom('audit_log')
      .select('subject_id')
      .where('tenant', '=', 'standard')
      .where('subject_id', 'like', 'STEP-%')
      .orderBy('number')
      .execute(),
  )
  expect(rows.map(({ subject_id }) => subject_id)).toEqual([
    'STEP-1-a',
    'STEP-1-b',
    'STEP-2-a',
    'STEP-2-b',
  ])
})
