import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { noteArrival, ownTurn } from './own-turn.ts'

test('what waits has its turn in order, one in each turn of the event loop', async () => {
  await ownTurn() // another test's server may have had an arrival
  const done: number[] = []
  const all = Promise.all(
    [1, 2, 3].map(async (number) => {
      await ownTurn()
      done.push(number)
    }),
  )
  const seen: number[][] = []
  while (done.length < 3) {
    await nextTurn()
    seen.push([...done])
  }
  await all
  expect(seen).toEqual([[1], [1, 2], [1, 2, 3]])
  await ownTurn() // those after an idle time, too
})

test('who arrives is looked at first, but does not keep what waits from its turn', async () => {
  const arrive = () => {
    noteArrival()
    if (!isDone) setImmediate(arrive)
  }
  let isDone = false
  let turns = 0
  const waited = ownTurn().then(() => (isDone = true))
  arrive()
  while (!isDone) {
    await nextTurn()
    turns += 1
  }
  await waited
  expect(turns).toBeGreaterThan(10)
  expect(turns).toBeLessThan(200)
})
