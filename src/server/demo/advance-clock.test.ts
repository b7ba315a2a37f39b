import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { makeClock } from '../base/clock.ts'
import { makeAdvanceClock, setClock } from './advance-clock.ts'
import { moveClockOffset, readClockOffset } from './clock-store.ts'

let server: TestServer
const seen: string[] = []
const local = (instant: Temporal.Instant) =>
  instant.toZonedDateTimeISO('Europe/Berlin').toPlainDateTime().toString({ smallestUnit: 'minute' })

beforeAll(async () => {
  server = await startTestServer({ tenants: [] })
})
afterAll(() => server.stop())
beforeEach(async () => {
  seen.length = 0
  await moveClockOffset(server.db, (offset) => -offset)
})

/** A process of its own: its clock stands still at `start` but for the offset. Something is due at `due`, on every day if not given. */
function processAt(
  start: string,
  work: () => Promise<unknown> = async () => undefined,
  due?: string[],
) {
  const real = Temporal.ZonedDateTime.from(`${start}[Europe/Berlin]`).toInstant()
  const clock = makeClock(() => real)
  const deps = { db: server.db, clock }
  const note = (what: string) => async (tenants?: readonly string[]) => {
    if (what === 'sweep') swept.push(tenants?.join() ?? 'all')
    seen.push(`${what} ${local(clock.now())}`)
    await work()
  }
  const swept: string[] = []
  let looks = 0
  const advance = makeAdvanceClock(deps, {
    runSweeps: note('sweep'),
    drain: note('drain'),
    tenants: async () => ['some'],
    // What fell due at or before that time, and was not done.
    isDue: async (_tenant, at) => {
      looks += 1
      const until = local(at)
      const done = local(clock.now())
      return due?.some((day) => day > done && day <= until) ?? true
    },
  })
  return {
    looks: () => looks,
    swept,
    deps,
    clock,
    advance: (duration: string) => advance(Temporal.Duration.from(duration)),
  }
}

test('every local day of a jump is swept and its jobs are done before the next one begins', async () => {
  const { advance } = processAt('2026-11-17T12:00')
  expect(local(await advance('P2D'))).toBe('2026-11-19T12:00')
  expect(seen).toEqual([
    'drain 2026-11-17T12:00',
    'sweep 2026-11-18T00:00',
    'drain 2026-11-18T00:00',
    'sweep 2026-11-19T00:00',
    'drain 2026-11-19T00:00',
    'sweep 2026-11-19T12:00',
    'drain 2026-11-19T12:00',
  ])
})

test('days on which nothing falls due are passed over, and the others come in their order', async () => {
  const idle = processAt('2026-11-17T12:00', undefined, [])
  await idle.advance('P61D')
  expect(seen.filter((line) => line.startsWith('sweep'))).toEqual(['sweep 2027-01-17T12:00'])
  expect(idle.looks()).toBe(7)

  seen.length = 0
  await moveClockOffset(server.db, (offset) => -offset)
  const due = ['2026-11-18T00:00', '2026-11-19T00:00', '2026-12-24T00:00', '2027-01-17T00:00']
  const busy = processAt('2026-11-17T12:00', undefined, due)
  await busy.advance('P61D')
  expect(seen.filter((line) => line.startsWith('sweep'))).toEqual(
    [...due, '2027-01-17T12:00'].map((day) => `sweep ${day}`),
  )
  expect(busy.swept).toEqual(['some', 'some', 'some', 'some', 'all'])
  expect(await readClockOffset(server.db)).toBe(61 * 86_400)
  expect(busy.looks()).toBeLessThan(30)
})

test('a tenant is asked for its first day with work once, and again when it was swept', async () => {
  const real = Temporal.ZonedDateTime.from('2026-11-17T12:00[Europe/Berlin]').toInstant()
  const clock = makeClock(() => real)
  const due: Record<string, string> = { early: '2026-11-19T00:00', late: '2026-12-20T00:00' }
  const looks: Record<string, number> = {}
  const swept: string[] = []
  const advance = makeAdvanceClock(
    { db: server.db, clock },
    {
      tenants: async () => ['early', 'late', 'never'],
      isDue: async (tenant, at) => {
        looks[tenant] = (looks[tenant] ?? 0) + 1
        return (due[tenant] ?? 'never') <= local(at)
      },
      runSweeps: async (tenants) => {
        swept.push(`${local(clock.now())} ${tenants?.join() ?? 'all'}`)
        for (const tenant of tenants ?? []) delete due[tenant]
      },
      drain: async () => undefined,
    },
  )
  await advance(Temporal.Duration.from('P40D'))
  expect(swept).toEqual(['2026-11-19T00:00 early', '2026-12-20T00:00 late', '2026-12-27T12:00 all'])
  // Found by two looks, then none in 38 days by seven; found by ten, then none in a week by four; none in 40 days by seven.
  expect(looks).toEqual({ early: 9, late: 14, never: 7 })
})

test('a day is a local day, also when it has 23 or 25 hours', async () => {
  const spring = processAt('2027-03-27T12:00')
  expect(local(await spring.advance('P2D'))).toBe('2027-03-29T12:00')
  expect(await readClockOffset(server.db)).toBe(47 * 3600)
  expect(seen.filter((line) => line.startsWith('sweep'))).toEqual([
    'sweep 2027-03-28T00:00',
    'sweep 2027-03-29T00:00',
    'sweep 2027-03-29T12:00',
  ])

  await moveClockOffset(server.db, (offset) => -offset)
  const autumn = processAt('2026-10-24T12:00')
  expect(local(await autumn.advance('P2D'))).toBe('2026-10-26T12:00')
  expect(await readClockOffset(server.db)).toBe(49 * 3600)
})

test('hours are hours, and a month is as long as it is', async () => {
  const { advance } = processAt('2027-03-28T01:30')
  expect(local(await advance('PT1H'))).toBe('2027-03-28T03:30')
  expect(local(await advance('P1M'))).toBe('2027-04-28T03:30')
})

test('parallel jumps follow each other, and none is lost', async () => {
  const { advance } = processAt('2026-11-17T12:00')
  const answers = await Promise.all([advance('P3D'), advance('P4D'), advance('PT1H')])
  expect(answers.map(local)).toEqual(['2026-11-20T12:00', '2026-11-24T12:00', '2026-11-24T13:00'])
  expect(seen).toEqual(
    seen.toSorted((a, b) => (a.slice(6) < b.slice(6) ? -1 : a.slice(6) > b.slice(6) ? 1 : 0)),
  )
})

test('jumps of two processes add up, and every day is swept', async () => {
  const one = processAt('2026-11-17T12:00')
  const other = processAt('2026-11-17T12:00')
  await Promise.all([one.advance('P5D'), other.advance('P6D')])
  expect(await readClockOffset(server.db)).toBe(11 * 86_400)
  const days = new Set(
    seen.filter((line) => line.startsWith('sweep')).map((line) => line.slice(6, 16)),
  )
  expect([...days].toSorted()).toEqual(
    Array.from({ length: 11 }, (_, day) => `2026-11-${18 + day}`),
  )
})

test('a jump that fails halfway keeps the day it reached, and the next jump goes on from there', async () => {
  let left = 4
  const { advance, clock } = processAt('2026-11-17T12:00', async () => {
    left -= 1
    if (left === 0) throw new Error('planned')
  })
  await expect(advance('P5D')).rejects.toThrow('planned')
  expect(local(clock.now())).toBe('2026-11-19T00:00')
  expect(local(await advance('PT1H'))).toBe('2026-11-19T01:00')
})

test('another process follows the clock forward, and never back to an older answer', async () => {
  const { advance } = processAt('2026-11-17T12:00')
  const other = processAt('2026-11-17T12:00')
  await advance('P1D')
  await setClock(other.deps)
  expect(local(other.clock.now())).toBe('2026-11-18T12:00')
  other.clock.setOffsetSeconds(3 * 86_400)
  await setClock(other.deps)
  expect(local(other.clock.now())).toBe('2026-11-20T12:00')
})
