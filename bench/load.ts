import autocannon from 'autocannon'

/** Headers that a browser sends with a click or a page. */
export const browserHeaders = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'de',
  'accept-encoding': 'gzip, deflate, br, zstd',
}

export type Load = {
  answers: number // with the expected status
  others: Record<string, number> // unexpected statuses and errors
  seconds: number
  perSecond: number
  latencies: number[] // ms, of the expected answers
}

/**
 * Sends requests over keep-alive connections as fast as they are answered, always to another process. The end of the time may cut off the
 * last `connections` requests.
 */
export async function load(options: {
  origin: string
  requests: autocannon.Request[]
  seconds: number
  connections: number
  status: number
}): Promise<Load> {
  const { origin, requests, seconds, connections, status } = options
  const latencies: number[] = []
  const others: Record<string, number> = {}
  const started = performance.now()
  await new Promise<void>((done, fail) => {
    const settings = { url: origin, requests, connections, duration: seconds, timeout: 30 }
    const run = autocannon(settings, (error: unknown) => (error ? fail(error) : done()))
    run.on('response', (_, answered, __, milliseconds) => {
      if (answered === status) latencies.push(milliseconds)
      else others[answered] = (others[answered] ?? 0) + 1
    })
    run.on('reqError', () => (others['error'] = (others['error'] ?? 0) + 1))
  })
  // autocannon's own duration is rounded to whole samples, and the last one may run over.
  const took = (performance.now() - started) / 1000
  return {
    answers: latencies.length,
    others,
    seconds: took,
    perSecond: latencies.length / took,
    latencies,
  }
}

export function refuseOthers(what: string, { others }: Load): void {
  if (Object.keys(others).length > 0)
    throw new Error(`${what}: unexpected answers ${JSON.stringify(others)}`)
}
