import { request } from 'node:http'
import pg from 'pg'
import { makeRandom } from '../../test/long/random.ts'
import { makeOperator } from '../../test/helpers/operator.ts'
import { quantile, single, type Figure } from '../figure.ts'
import { busiest, fillConsole } from '../fill-console.ts'
import { fillReports } from '../fill-reports.ts'
import { makeDeps } from '../make-deps.ts'
import { startServer, type Bench, type Part } from '../part.ts'

const referrals = 1_000_000
const cases = 50_000
const requestsPerRound = 100
const reviewersAtOnce = 20
const decidedAtOnce = 2_000
const open2000 = `select reward_id::text as one from review_cases where tenant = 'bgv' and closed_at is null order by 1 limit ${decidedAtOnce}`

/** The console over HTTP, sequentially: the search, a person with 500 events and each list; then twenty reviewers who decide at once. */
export const measureConsole: Part = async (bench) => {
  const at = await openConsole(bench)
  try {
    const took: Record<string, number[]> = {}
    for (let round = 0; round <= bench.rounds; round++) {
      const random = makeRandom(round)
      for (const [what, ask] of Object.entries(asks)) {
        const ms: number[] = []
        for (let i = 0; i < requestsPerRound; i++) ms.push(await timed(at, ask(at, random)))
        if (round > 0) (took[what] ??= []).push(...ms) // the first warms up
        bench.say(`console, ${what}: p95 ${quantile(ms, 0.95).toFixed(1)} ms`)
      }
    }
    const decided = await decideAtOnce(at)
    const p95 = (what: string) => quantile(took[what]!, 0.95)
    const isAsked = (what: string) => what.startsWith('search') || what.includes('person')
    const aimOf = (what: string): Figure['aim'] =>
      // It counts all that waits, of every kind, 200,000 here: no list of 50 rows.
      what === 'the page Today' ? null : { of: 'ours', atMost: isAsked(what) ? 100 : 50 }
    return {
      figures: [
        ...Object.keys(asks).map((what) =>
          single(`console, ${what} (p95)`, p95(what), 'ms', aimOf(what)),
        ),
        ...decided,
      ],
      notes: [
        `Console: 250,000 accounts, ${referrals.toLocaleString('en')} recommendations, contacts and orders, ${cases.toLocaleString('en')} open cases at one tenant; 500,000 rewards, 50,000 claims and proposals of goodwill, 300,000 mails, 10,000 agencies; each list with a seeded mix of sorts, filters and the first 20 pages. Twenty reviewers decide 2,000 cases, each tried by two of them at once.`,
      ],
    }
  } finally {
    await at.child.stop()
  }
}

type At = Awaited<ReturnType<typeof openConsole>>
export type Asked = { method: string; path: string; body?: object }
type Random = () => number

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!
const search = (term: string): Asked => ({
  method: 'PUT',
  path: '/betrieb/suche',
  body: { Suche: term },
})
const withError = (name: string, random: Random) => {
  const at = 1 + Math.floor(random() * (name.length - 2))
  return name.slice(0, at) + name.slice(at + 1)
}

const asks: Record<string, (at: At, random: Random) => Asked> = {
  'search by a name with an error': ({ names }, random) =>
    search(withError(pick(random, names), random)),
  'search by a name': ({ names }, random) => search(pick(random, names)),
  'search by a number': ({ numbers }, random) => search(pick(random, numbers)),
  'search by an address': (_, random) =>
    search(`bulk${Math.floor(random() * 250_000)}@bench.example`),
  'a person with 500 events': () => ({ method: 'GET', path: `/betrieb/personen/${busiest}` }),
  'any person': ({ accounts }, random) => ({
    method: 'GET',
    path: `/betrieb/personen/${pick(random, accounts)}`,
  }),
  'the page Today': () => ({ method: 'PUT', path: '/betrieb/heute', body: {} }),
  'queue of held rewards': list('/pruefungen', {
    sorts: ['AntwortBis', 'Seit', 'WertCent'],
    filters: [
      {},
      { Grund: ['same-household'] },
      { Faelligkeit: 'overdue' },
      { Faelligkeit: 'later' },
    ],
  }),
  claims: list('/nachbuchungen', {
    sorts: ['AntwortBis', 'GemeldetAm'],
    filters: [
      {},
      { Stand: 'zurueckgezogen' },
      { Bei: 'niemand' },
      { Faelligkeit: 'overdue' },
      { Suche: 'K-4711' },
    ],
  }),
  orders: list('/auftraege', {
    sorts: ['Vertragsdatum'],
    filters: [
      {},
      { Stand: 'ohne-person' },
      { Stand: ['gemeldet', 'nach-zahlung'] },
      { Stand: 'pruefzeit', Von: '2025-01-01' },
      { Suche: 'V-4711' },
    ],
  }),
  rewards: list('/praemien', {
    sorts: ['Angelegt', 'WertCent'],
    filters: [
      {},
      { Stand: 'gehalten' },
      { Stand: ['faellig', 'ueberfaellig'] },
      { Stand: 'laeuft-ab' },
      { Stand: 'fehlgeschlagen' },
      { Stand: 'ausgezahlt', AbCent: 5000 },
      { Seite: 'Empfaenger' },
      { ZahlbarAm: Temporal.Now.plainDateISO('Europe/Berlin').toString() },
      { Von: '2026-01-01', Bis: '2026-06-30' },
    ],
  }),
  goodwill: list('/kulanz', {
    sorts: ['Seit', 'WertCent'],
    filters: [{}, { Stand: ['gewaehrt', 'abgelehnt'] }],
  }),
  clawbacks: list('/rueckforderungen', {
    sorts: ['Seit', 'RestCent'],
    filters: [{}, { Stand: 'offen' }],
  }),
  mails: list('/mails', {
    sorts: ['Zeit'],
    filters: [
      {},
      { Stand: 'gescheitert' },
      { Vorlage: 'template-7' },
      { Email: 'runa4711@bench.example' },
    ],
  }),
  agencies: list('/agenturen', {
    sorts: ['Stand', 'Name', 'Nummer', 'Seit'],
    filters: [{}, { Stand: 'aktiv' }, { Suche: 'BENCH-A4711' }, { Suche: 'agentur' }],
  }),
}

/** A list with one of its sorts, filters and first pages. */
function list(path: string, { sorts, filters }: { sorts: string[]; filters: object[] }) {
  return (_: At, random: Random): Asked => ({
    method: 'PUT',
    path: `/betrieb${path}`,
    body: {
      OrderBy: pick(random, sorts),
      Descending: random() < 0.5,
      Pagenumber: 1 + Math.floor(random() * 20),
      Pagesize: 50,
      Filter: pick(random, filters),
    },
  })
}

async function openConsole(bench: Bench) {
  const started = performance.now()
  const kept = await bench.cluster.find('bench_console')
  const database = kept ?? (await bench.cluster.create('bench_console', 20))
  if (!kept) await fillReports(database, referrals)
  const client = new pg.Client({ connectionString: database.ownerUrl })
  client.on('error', () => {}) // a failed statement says it first
  await client.connect()
  const rows = async (text: string) => (await client.query<{ one: string }>(text)).rows
  await client.query(`set session_replication_role = replica; select set_tenant('bgv')`)
  if (!kept) await client.query(fillConsole(cases))
  const names = await rows(
    `select first_name || ' ' || last_name as one from accounts where tenant = 'bgv' order by account_id limit 500`,
  )
  const numbers = await rows(
    `select number as one from orders where tenant = 'bgv' order by number limit 500`,
  )
  const accounts = await rows(
    `select account_id::text as one from accounts where tenant = 'bgv' order by account_id limit 500`,
  )
  await client.query('vacuum analyze')
  bench.say(`console's data made in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  const deps = makeDeps(database.appUrl, { log: 'silent' })
  const run = crypto.randomUUID().slice(0, 8)
  const operator = await makeOperator(
    { db: deps.db, deps },
    `mess-${run}@betrieb.example`,
    ['auditor', 'reviewer', 'support'],
    'bgv',
  )
  const reviewers: string[] = []
  for (let i = 0; i < reviewersAtOnce; i++) {
    const email = `pruefung-${run}-${i}@betrieb.example`
    reviewers.push((await makeOperator({ db: deps.db, deps }, email, ['reviewer'], 'bgv')).token)
  }
  const open = await rows(open2000)
  await client.end()
  await deps.db.close()
  const one = (found: { one: string }[]) => found.map((row) => row.one)
  return {
    ...(await startServer(bench, database)),
    token: operator.token,
    reviewers,
    cases: one(open),
    names: one(names),
    numbers: one(numbers),
    accounts: one(accounts),
  }
}

/** Twenty reviewers at once, each case decided by two of them: one of the two is told that it is decided. */
async function decideAtOnce(at: At): Promise<Figure[]> {
  const { reviewers, cases: open } = at
  const body = { Version: 1, Entscheidung: 'anerkannt', Grund: 'evidence' }
  const ms: number[] = []
  const count = new Map<number, number>()
  const started = performance.now()
  await Promise.all(
    reviewers.map(async (token, i) => {
      const [own, others] = [i, (i + 1) % reviewers.length]
      for (const [place, id] of open.entries()) {
        if (place % reviewers.length !== own && place % reviewers.length !== others) continue
        const path = `/betrieb/pruefungen/${id}/entscheidung`
        const answer = await send({ origin: at.origin, token }, { method: 'PUT', path, body })
        count.set(answer.status, (count.get(answer.status) ?? 0) + 1)
        ms.push(answer.ms)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  const [won = 0, lost = 0] = [count.get(200), count.get(409)]
  if (won !== open.length || won + lost !== ms.length)
    throw new Error(`decided ${won} of ${open.length}, ${JSON.stringify([...count])}`)
  return [
    single('console, 20 reviewers: cases decided once', won / open.length, 'of 1', {
      of: 'ours',
      atLeast: 1,
    }),
    single('console, 20 reviewers: decisions', won / seconds, 'per s'),
    single('console, 20 reviewers: a decision (p95)', quantile(ms, 0.95), 'ms'),
  ]
}

/** Milliseconds until the whole answer is there. */
export async function timed(at: Pick<At, 'origin' | 'token'>, asked: Asked): Promise<number> {
  const { status, ms } = await send(at, asked)
  if (status !== 200) throw new Error(`${asked.path} ${JSON.stringify(asked.body)}: ${status}`)
  return ms
}

/** The console answers on its own host alone. */
function send(
  { origin, token }: Pick<At, 'origin' | 'token'>,
  { method, path, body }: Asked,
): Promise<{ status: number; ms: number }> {
  const started = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; ms: number }>()
  const sent = request(
    `${origin}/api/v1/bgv${path}`,
    {
      method,
      headers: {
        host: 'betrieb.localhost',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-requested-with': 'bench',
      },
    },
    (answer) => {
      answer.resume()
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, ms: performance.now() - started }),
      )
    },
  )
  sent.on('error', reject)
  sent.end(body && JSON.stringify(body))
  return promise
}
