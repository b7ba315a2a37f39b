import { expect, test } from 'vitest'
import { keysOfMove, standingOf } from './settled-day.ts'

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

test('of a payment’s settlings the one that was not undone stands, and other payments are not asked', () => {
  const of = (...keys: string[]) => keys.map((event_key) => ({ event_key }))
  const payment = first.split(':')[1]!
  const { undone, anew } = keysOfMove(first)
  const other = first.replace(/1:settled$/, '2:settled')
  expect(standingOf(of(first, other), [payment])).toEqual([
    { event_key: first, payout_id: payment },
  ])
  expect(standingOf(of(first, undone, anew, other), [payment])).toEqual([
    { event_key: anew, payout_id: payment },
  ])
  const again = keysOfMove(anew)
  const all = [first, undone, anew, again.undone, again.anew, other].toReversed()
  expect(standingOf(of(...all), [payment])).toEqual([{ event_key: again.anew, payout_id: payment }])
  expect(standingOf(of(...all), [])).toEqual([])
})
