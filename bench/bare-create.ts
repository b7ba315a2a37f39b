// Baseline of creations: replays the SQL of one creation as the app sends it, over the same kind of pool, pipelined and awaited alike; no
// HTTP, validation or answer.
import { buildApp } from '../src/server/app.ts'
import { createPath, createRequest } from './create-request.ts'
import { makeDeps } from './make-deps.ts'
import { prepareReplay } from './replay-statements.ts'
import { recordStatements, shapeOf, type Recording } from './record-statements.ts'

const { appUrl } = JSON.parse(process.argv[2] ?? '{}') as { appUrl: string }
const deps = makeDeps(appUrl, { log: 'silent' })
const { pool } = deps.db

/** Two recordings of the most common shape: now and then a creation also wakes the relay (enqueue.ts). */
async function recordTwice(): Promise<[Recording, Recording]> {
  const app = await buildApp({ deps, web: null, trustProxy: true })
  const recordings: Recording[] = []
  for (let i = 0; i < 12; i += 1) {
    const { headers, body } = createRequest(`record-${process.pid}`)
    const record = async () => {
      const answer = await app.inject({ method: 'POST', url: createPath, headers, payload: body })
      if (answer.statusCode !== 201)
        throw new Error(`creation answered ${answer.statusCode}: ${answer.body}`)
    }
    recordings.push(await recordStatements(pool, record))
  }
  await app.close()
  const byShape = Map.groupBy(recordings.slice(2), shapeOf)
  const [first, second] = [...byShape.values()].toSorted((a, b) => b.length - a.length)[0] ?? []
  if (!first || !second) throw new Error('no two creations send the same statements')
  return [first, second]
}

const [first, second] = await recordTwice()
const create = prepareReplay(pool, first, second)

async function runFor(seconds: number): Promise<{ created: number; seconds: number }> {
  const started = performance.now()
  const end = started + seconds * 1000
  let created = 0
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      while (performance.now() < end) {
        await create()
        created += 1
      }
    }),
  )
  return { created, seconds: (performance.now() - started) / 1000 }
}

process.on('message', ({ seconds }: { seconds: number }) => {
  void runFor(seconds).then((result) =>
    process.send?.({
      ...result,
      waves: first.borrows.map(({ waves }) => waves.map((wave) => wave.length)),
    }),
  )
})
process.once('disconnect', () => void deps.db.close().then(() => process.exit(0)))
