const chunkTimeoutMs = 120_000 // spec section 2.3

/** Fails when a page's chunks take too long, so that the error page comes instead of an endless wait. */
export async function withinTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the page took too long to load')), chunkTimeoutMs)
  })
  try {
    return await Promise.race([loading, timeout])
  } finally {
    clearTimeout(timer)
  }
}
