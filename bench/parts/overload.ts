import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { listNumbers } from '../bench-database.ts'
import { quantile, single } from '../figure.ts'
import { browserHeaders, load, refuseOthers } from '../load.ts'
import { startServer, type Part } from '../part.ts'

const times = 4
const seconds = 15
const tickMs = 10

type Answer = { status: number; ms: number }

/** Four times what one process carries, sent whether it is answered or not: what is answered, how late, and what health says meanwhile. */
export const measureOverload: Part = async (bench) => {
  const database = await bench.cluster.create('bench_overload', 1_000)
  const { origin, child } = await startServer(bench, database)
  try {
    const numbers = await listNumbers(database, 200)
    const paths = numbers.map((number) => `/de/empfaengerdaten/${number}?channel=wa`)
    const requests = paths.map((path) => ({ path, headers: browserHeaders }))
    const alone = { origin, requests, connections: 50, status: 200 }
    await load({ ...alone, seconds: 4 })
    const usual = await load({ ...alone, seconds: 8 })
    refuseOthers('pages', usual)
    bench.say(`pages without overload: ${usual.perSecond.toFixed(0)}/s`)
    const flooded = new AbortController()
    const health = watchHealth(origin, flooded.signal)
    const answers = await flood(origin, paths, usual.perSecond * times)
    flooded.abort()
    const checks = await health
    const taken = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 503)
    const lost = answers.length - taken.length - refused.length
    bench.say(
      `${taken.length} answered, ${refused.length} refused, ${lost} lost, health ${checks.length}`,
    )
    const p95 = (of: Answer[]) =>
      quantile(
        of.map(({ ms }) => ms),
        0.95,
      )
    const unwell = checks.filter(({ status }) => status !== 200).length
    const what = 'four times the load'
    return {
      figures: [
        {
          what: `${what}: pages answered`,
          unit: '/s',
          ours: taken.length / seconds,
          baseline: { what: 'without it', value: usual.perSecond },
          ratio: taken.length / seconds / usual.perSecond,
          aim: { of: 'ratio', atLeast: 0.9 },
        },
        single(`${what}: an answer (p95)`, p95(taken), 'ms', { of: 'ours', atMost: 1_000 }),
        single(`${what}: a refusal (p95)`, p95(refused), 'ms'),
        single(`${what}: neither answered nor refused`, lost, 'of all', { of: 'ours', atMost: 0 }),
        single(`${what}: health that fails`, unwell, 'of all', { of: 'ours', atMost: 0 }),
        single(`${what}: health (p95)`, p95(checks), 'ms'),
      ],
      notes: [
        `Overload: recipient pages at ${times} times the rate of 50 connections for ${seconds} seconds, each sent in its time whether others are answered or not; readiness is asked five times a second.`,
      ],
    }
  } finally {
    await child.stop()
  }
}

async function flood(origin: string, paths: string[], perSecond: number): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true })
  const sent: Promise<Answer>[] = []
  const began = performance.now()
  for (;;) {
    const passed = performance.now() - began
    if (passed > seconds * 1_000) break
    while (sent.length < (passed / 1_000) * perSecond)
      sent.push(ask(agent, origin + paths[sent.length % paths.length]))
    await wait(tickMs)
  }
  const answers = await Promise.all(sent)
  agent.destroy()
  return answers
}

async function watchHealth(origin: string, signal: AbortSignal): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true })
  const checks: Answer[] = []
  while (!signal.aborted) {
    checks.push(await ask(agent, `${origin}/health/ready`))
    await wait(200)
  }
  agent.destroy()
  return checks
}

/** Status 0: no answer within half a minute. */
function ask(agent: Agent, url: string): Promise<Answer> {
  const began = performance.now()
  return new Promise((done) => {
    const end = (status: number) => done({ status, ms: performance.now() - began })
    const asked = request(url, { agent, headers: browserHeaders, timeout: 30_000 }, (answer) => {
      answer.resume()
      answer.once('end', () => end(answer.statusCode ?? 0))
      answer.once('error', () => end(0))
    })
    asked.once('timeout', () => asked.destroy(new Error('late')))
    asked.once('error', () => end(0))
    asked.end()
  })
}
