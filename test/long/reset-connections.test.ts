import { expect, test } from 'vitest'
import { resetEverything } from '../helpers/reset-connections.ts'

test('8 resets at each of four moments of every call, page and form end nothing and are no errors in the log', async () => {
  const { asked, answers, unhandled, logged, alive } = await resetEverything(8)
  expect(unhandled).toEqual([])
  expect(logged).toEqual([])
  expect([alive, answers]).toEqual([200, asked * 8])
})
