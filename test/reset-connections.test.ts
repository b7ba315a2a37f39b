import { expect, test } from 'vitest'
import { moments, resetEverything } from './helpers/reset-connections.ts'

// Each twice; 8 times each in test/long/reset-connections.test.ts.
test('a client that resets its connection, at whatever moment of whatever call, page or form, ends nothing and is no error in the log', async () => {
  const { asked, answers, unhandled, logged, alive } = await resetEverything(2)
  expect(unhandled).toEqual([])
  expect(logged).toEqual([])
  expect(alive).toBe(200)
  // The last moment is the beginning of an answer, so each that was waited for came.
  expect([moments.length, answers]).toEqual([4, asked * 2])
}, 600_000)
