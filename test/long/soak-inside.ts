// Loaded into the server under the soak (NODE_OPTIONS): a line of figures about itself every few seconds.
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const { SOAK_FIGURES: file, SOAK_SAMPLE_MS: everyMs } = process.env

// Not in what the server starts itself.
delete process.env['NODE_OPTIONS']
if (isMainThread && file) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  setInterval(() => {
    const p99 = delay.percentile(99) / 1e6
    // What lives, rather than what waits to be collected; its own pause is not counted.
    collect()
    const { heapUsed, external, rss } = process.memoryUsage()
    const mb = (bytes: number) => bytes / 1e6
    const line = { heap: mb(heapUsed + external), resident: mb(rss), delayP99: p99 }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
    setImmediate(() => delay.reset())
  }, Number(everyMs)).unref()
}
