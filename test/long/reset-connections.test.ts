import { expect, test } from 'vitest'
import { moments, resetEverything } from '../helpers/reset-connections.ts'

/** `npm run test:resets` asks 50 times, which takes ten minutes. */
const times = Number(process.env['RESETS'] ?? 1)

test(
  'a client that resets its connection, at whatever moment of whatever call, page or form, ends nothing and is no error in the log',
  async () => {
    const { asked, answers, unhandled, logged, alive } = await resetEverything(times)
    expect(unhandled).toEqual([])
    expect(logged).toEqual([])
    expect(alive).toBe(200)
    // The last moment is the beginning of an answer, so each that was waited for came.
    expect([moments.length, answers]).toEqual([4, asked * times])
  },
  300_000 * times,
)
