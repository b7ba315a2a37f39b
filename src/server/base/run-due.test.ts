import { expect, test } from 'vitest'
import type { Database } from '../db/connection.ts'
import { makeClock } from './clock.ts'
import { runDue, type Paces } from './run-due.ts'
import type { Sweep } from './sweep.ts'

let now = Temporal.Instant.from('2026-11-17T11:10:00Z')
const clock = makeClock(() => now)
const db = {} as Database // nothing asks it

function makeRun() {
  const ran: string[] = []
  const failing = new Set<string>()
  const signal = new AbortController()
  const sweeps = (['daily', 'hourly', 'never'] as const).flatMap((when): Sweep[] =>
    ['one', 'two'].map((which) => {
      const name = `${when} ${which}`
      return {
        name,
        when,
        run: async () => {
          ran.push(name)
          if (failing.has(name)) throw new Error(name)
          if (failing.has(`stop ${name}`)) signal.abort()
        },
      }
    }),
  )
  const paces: Paces = new Map()
  const run = async () => {
    ran.length = 0
    await runDue({ db, clock }, 'standard', sweeps, { paces, signal: signal.signal }).catch(() =>
      ran.push('failed'),
    )
    return [...ran]
  }
  return { run, failing }
}

test('what is daily runs once a local day, what is hourly once an hour', async () => {
  now = Temporal.Instant.from('2026-11-17T11:10:00Z')
  const { run } = makeRun()
  expect(await run()).toEqual(['daily one', 'daily two', 'hourly one', 'hourly two'])
  expect(await run()).toEqual([])
  now = Temporal.Instant.from('2026-11-17T12:00:00Z')
  expect(await run()).toEqual(['hourly one', 'hourly two'])
  now = Temporal.Instant.from('2026-11-17T22:59:00Z') // 23:59 in Berlin
  expect(await run()).toEqual(['hourly one', 'hourly two'])
  now = Temporal.Instant.from('2026-11-17T23:00:00Z')
  expect(await run()).toEqual(['daily one', 'daily two', 'hourly one', 'hourly two'])
})

test('in the night with two hours from two to three both have their run', async () => {
  now = Temporal.Instant.from('2026-10-25T00:30:00Z')
  const { run } = makeRun()
  await run()
  now = Temporal.Instant.from('2026-10-25T01:30:00Z')
  expect(await run()).toEqual(['hourly one', 'hourly two'])
})

test('one that failed runs again in the next minute, and stops no other', async () => {
  const { run, failing } = makeRun()
  failing.add('daily one')
  expect(await run()).toEqual(['daily one', 'daily two', 'hourly one', 'hourly two', 'failed'])
  expect(await run()).toEqual(['daily one', 'daily two', 'failed'])
  failing.clear()
  expect(await run()).toEqual(['daily one', 'daily two'])
  expect(await run()).toEqual([])
})

test('a run that was broken off has done nothing for good', async () => {
  const { run, failing } = makeRun()
  failing.add('stop daily one')
  expect(await run()).toEqual(['daily one'])
})
