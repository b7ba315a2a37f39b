import pg from 'pg'
import { buildApp } from '../../src/server/app.ts'
import { makeTestDeps } from '../helpers/make-test-deps.ts'
import { runStep, type Step } from './run-step.ts'

// A process that does one step in a test's database, and dies at the statement that it is told: before it is sent, or as soon as the database
// has answered it.

export type Order = { url: string; now: string; step: Step; kill: Kill | null }
export type Kill = { at: number; when: 'before' | 'after' }
export type Told = { statements: string[]; status: number }

const die = () => process.kill(process.pid, 'SIGKILL')

const statements: string[] = []
let kill: Kill | null = null
let counts = false

type Query = (...given: unknown[]) => unknown
const prototype = pg.Client.prototype as unknown as { query: Query }
const send = prototype.query
prototype.query = function (this: unknown, ...given: unknown[]) {
  if (!counts) return send.apply(this, given)
  const [first] = given
  const text = typeof first === 'string' ? first : (first as { text: string }).text
  const at = statements.push(text) - 1
  if (kill?.at !== at) return send.apply(this, given)
  if (kill.when === 'before') die()
  const answer = send.apply(this, given)
  if (!(answer instanceof Promise)) throw new Error('A statement without a promise')
  return answer.finally(die)
}

process.once('message', (order: Order) => void run(order))
process.send?.('ready')

async function run(order: Order) {
  const { deps, clock } = makeTestDeps(order.url)
  clock.set(order.now)
  const app = await buildApp({ deps, web: null })
  await app.ready()
  kill = order.kill
  counts = true
  const status = await runStep(app, deps, order.step)
  counts = false
  process.send?.({ statements, status } satisfies Told)
  await app.close()
  await deps.db.close()
  process.disconnect?.()
}
