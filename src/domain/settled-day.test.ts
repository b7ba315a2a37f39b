import { expect, test } from 'vitest'
import { keysOfMove } from './settled-day.ts'

const first = 'payout:0198f7a2-0000-7000-8000-000000000001:settled'

test('each move of a settling has keys of its own, and undoes the one before it', () => {
  const posted = [first]
  for (let times = 0; times < 12; times += 1) {
    const { undone, anew } = keysOfMove(posted.at(-1)!)
    expect(undone).toBe(posted.at(-1)!.replace(':settled', ':settled-undone'))
    posted.push(undone, anew)
  }
  expect(new Set(posted).size).toBe(posted.length)
  expect(posted.at(-1)).toBe(`${first}:12`)
})

test.each(['payout:x:returned', `${first}-undone`, `${first}:x`, 'settled', ''])(
  '%s is no settling',
  (key) => {
    expect(() => keysOfMove(key)).toThrow('No key of a settling')
  },
)
