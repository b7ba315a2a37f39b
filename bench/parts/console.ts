import { request } from 'node:http'
import pg from 'pg'
import { makeRandom } from '../../test/long/random.ts'
import { makeOperator } from '../../test/helpers/operator.ts'
import { quantile, single } from '../figure.ts'
import { benchAgency, fillReports } from '../fill-reports.ts'
import { makeDeps } from '../make-deps.ts'
import { startServer, type Bench, type Part } from '../part.ts'

const referrals = 1_000_000
const cases = 50_000
const requestsPerRound = 100
const busiest = '00000000-0000-4000-8000-00000000b001'

/** The console over HTTP, sequentially: the search, a person with 500 events, and the queue of held rewards. */
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
    const p95 = (what: string, atMost: number) =>
      single(`console, ${what} (p95)`, quantile(took[what]!, 0.95), 'ms', { of: 'ours', atMost })
    return {
      figures: [
        p95('search by a name with an error', 100),
        p95('search by a name', 100),
        p95('search by a number', 100),
        p95('search by an address', 100),
        p95('a person with 500 events', 100),
        p95('any person', 100),
        p95('queue of held rewards', 50),
      ],
      notes: [
        `Console: 250,000 accounts, ${referrals.toLocaleString('en')} recommendations, contacts and orders, ${cases.toLocaleString('en')} open cases at one tenant; search and person by their calls, the queue with a seeded mix of sorts, reasons and the first 100 pages.`,
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
  'queue of held rewards': (_, random) => ({
    method: 'PUT',
    path: '/betrieb/pruefungen',
    body: {
      OrderBy: pick(random, ['AntwortBis', 'Seit', 'WertCent']),
      Descending: random() < 0.5,
      Pagenumber: 1 + Math.floor(random() * 100),
      Pagesize: 50,
      Filter: random() < 0.5 ? {} : { Grund: ['same-household'] },
    },
  }),
}

async function openConsole(bench: Bench) {
  const started = performance.now()
  const database = await bench.cluster.create('bench_console', 20)
  await fillReports(database, referrals)
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  const rows = async (text: string) => (await client.query<{ one: string }>(text)).rows
  await client.query(`set session_replication_role = replica; select set_tenant('bgv')`)
  await client.query(fillCases)
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
  await client.end()
  bench.say(`console's data made in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  const deps = makeDeps(database.appUrl, { log: 'silent' })
  const operator = await makeOperator(
    { db: deps.db, deps },
    'mess@betrieb.example',
    ['reviewer'],
    'bgv',
  )
  await deps.db.close()
  const one = (found: { one: string }[]) => found.map((row) => row.one)
  return {
    ...(await startServer(bench, database)),
    token: operator.token,
    names: one(names),
    numbers: one(numbers),
    accounts: one(accounts),
  }
}

// A hundred recommendations of one account make 500 events: made, accepted, confirmed, reported, earned.
const fillCases = `
  insert into accounts (tenant, account_id, email, first_name, last_name, language, confirmed_at, referrer_hash, created_at, agency_id)
    values ('bgv', '${busiest}', 'viel@bench.example', 'Vera', 'Vielwerber', 'de', now(), 'hash-viel', now(), '${benchAgency.id}');
  update referrals set account_id = '${busiest}' where tenant = 'bgv' and number < 'R' || lpad('100', 15, '0');
  insert into rewards (tenant, reward_id, order_number, referral_number, beneficiary, account_id, cents, rule, state, review,
      review_reasons, created_at)
    select 'bgv', gen_random_uuid(), orders.number, orders.referral_number, 'referrer', referrals.account_id,
      1000 * (1 + abs(hashtext(orders.number)) % 11), '{"checked":[]}', 'open', 'held',
      case abs(hashtext(orders.number)) % 3 when 0 then '["same-household"]' when 1 then '["existing-customer"]' else '["yearly-limit"]' end::jsonb,
      now() - make_interval(mins => abs(hashtext(orders.number)) % 40000)
    from orders join referrals on referrals.tenant = 'bgv' and referrals.number = orders.referral_number
    where orders.tenant = 'bgv' and orders.referral_number < 'R' || lpad('${cases}', 15, '0');
  insert into review_cases (tenant, reward_id, reasons, cents, opened_at, answer_by, queue_on, changed_at)
    select tenant, reward_id, array(select jsonb_array_elements_text(review_reasons)), cents, created_at,
      (created_at + interval '14 days')::date, (created_at + interval '14 days')::date, created_at
    from rewards where tenant = 'bgv' and review = 'held'`

/** Milliseconds until the whole answer is there. The console answers on its own host alone. */
export function timed(
  { origin, token }: Pick<At, 'origin' | 'token'>,
  { method, path, body }: Asked,
): Promise<number> {
  const started = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
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
        answer.statusCode === 200
          ? resolve(performance.now() - started)
          : reject(new Error(`${path}: ${answer.statusCode}`)),
      )
    },
  )
  sent.on('error', reject)
  sent.end(body && JSON.stringify(body))
  return promise
}
