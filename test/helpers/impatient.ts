import { vi } from 'vitest'

/** While `work` runs, whoever waits for somebody else's server gives up after a twentieth of the time that was asked for. */
export async function impatiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 20))
  try {
    return await work()
  } finally {
    spy.mockRestore()
  }
}
