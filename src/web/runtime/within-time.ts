const chunkTimeoutMs = 120_000 // spec section 2.3
const pauseMs = 1_000

/**
 * Loads a page's chunks, with one retry and a limit of 120 s, so that an error page replaces an endless wait. Throws an error that
 * `isNotLoaded` matches.
 */
export async function withinTime<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the page took too long to load')), chunkTimeoutMs)
  })
  try {
    return await Promise.race([loadTwice(load), timeout])
  } catch (cause) {
    throw Object.assign(new Error('the page could not be loaded', { cause }), { name: notLoaded })
  } finally {
    clearTimeout(timer)
  }
}

const notLoaded = 'PageNotLoaded'

export const isNotLoaded = (error: unknown): boolean =>
  error instanceof Error && error.name === notLoaded

async function loadTwice<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    await new Promise((done) => setTimeout(done, pauseMs))
    return load()
  }
}
