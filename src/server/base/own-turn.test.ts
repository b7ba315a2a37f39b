import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ownTurn } from './own-turn.ts'

test('what waits has its turn in order, one in each turn of the event loop', async () => {
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
