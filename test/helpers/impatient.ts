import { vi } from 'vitest'

/** While `work` runs, timeouts for outside servers are a twentieth of what was asked for. */
export async function impatiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 20))
  try {
    return await work()
  } finally {
    spy.mockRestore()
  }
}
