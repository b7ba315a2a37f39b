import pg from 'pg'
import { makeOperator } from '../../test/helpers/operator.ts'
import { makeRandom } from '../../test/long/random.ts'
import { quantile, single } from '../figure.ts'
import { makeDeps } from '../make-deps.ts'
import { startServer, type Bench, type Part } from '../part.ts'
import { timed, type Asked } from './console.ts'

const rows = 1_000_000
const requestsPerRound = 60

/** The console's audit page over HTTP at a million rows of one tenant: the newest, deep pages, and each filter alone and with others. */
export const measureAuditPage: Part = async (bench) => {
  const at = await openLog(bench)
  try {
    const took: Record<string, number[]> = {}
    for (let round = 0; round <= bench.rounds; round++) {
      const random = makeRandom(round)
      for (const [what, filter] of Object.entries(filters)) {
        const ms: number[] = []
        for (let i = 0; i < requestsPerRound; i++)
          ms.push(await timed(at, list(filter(random), 1 + Math.floor(random() * 10))))
        if (round > 0) (took[what] ??= []).push(...ms) // the first warms up
        bench.say(`log, ${what}: p95 ${quantile(ms, 0.95).toFixed(1)} ms`)
      }
    }
    return {
      figures: Object.entries(took).map(([what, ms]) =>
        single(`audit page, ${what} (p95)`, quantile(ms, 0.95), 'ms', { of: 'ours', atMost: 50 }),
      ),
      notes: [
        `Audit page: ${rows.toLocaleString('en')} rows of one tenant over three years, 60 actions from very frequent to ten in all, 40 operators; the first ten pages of 50.`,
      ],
    }
  } finally {
    await at.child.stop()
  }
}

const list = (filter: object, page: number): Asked => ({
  method: 'PUT',
  path: '/betrieb/protokoll',
  body: { Pagesize: 50, Pagenumber: page, Filter: filter },
})

type Random = () => number
const one = (random: Random, most: number) => Math.floor(random() * most)
const day = (random: Random, days: number) =>
  Temporal.Now.plainDateISO()
    .subtract({ days: 30 + one(random, days) })
    .toString()
const anAction = (random: Random) => `act-${one(random, 60)}`

const filters: Record<string, (random: Random) => object> = {
  'no filter': () => ({}),
  'one action': (random) => ({ Aktion: anAction(random) }),
  'the rarest action': () => ({ Aktion: 'act-59' }),
  'five actions': (random) => ({ Aktion: Array.from({ length: 5 }, () => anAction(random)) }),
  'a kind of actor': (random) => ({ Art: ['operator', 'system', 'referrer'][one(random, 3)] }),
  'a kind of subject': (random) => ({ Gegenstand: `kind-${one(random, 20)}` }),
  'from a day': (random) => ({ Von: day(random, 900) }),
  'until a day': (random) => ({ Bis: day(random, 900) }),
  'one day': (random) => {
    const on = day(random, 900)
    return { Von: on, Bis: on }
  },
  'an operator by id': (random) => ({ Suche: operatorId(one(random, 40)) }),
  'a record by id': (random) => ({ Suche: `S-${one(random, 200_000)}` }),
  'a request by id': (random) => ({ Suche: `req-${one(random, rows)}` }),
  'an action of a kind of actor in a month': (random) => {
    const from = Temporal.PlainDate.from(day(random, 900))
    return {
      Aktion: anAction(random),
      Art: 'operator',
      Von: from.toString(),
      Bis: from.add({ days: 30 }).toString(),
    }
  },
  'an action and an actor that rarely meet': () => ({ Aktion: 'act-3', Art: 'agency-user' }),
  'an action and a subject that never meet': (random) => ({
    Aktion: 'act-0',
    Gegenstand: `kind-${1 + one(random, 19)}`,
  }),
}

const operatorId = (i: number) => `00000000-0000-4000-8000-0000000a${String(i).padStart(4, '0')}`

// The n-th action is rarer than the one before; an action belongs to one kind of subject.
const fill = `
  insert into audit_log (tenant, at, actor_kind, actor_id, actor_role, session_id, action, subject_kind, subject_id, details, reason,
      request_id, number, hash)
    select 'bgv', now() - make_interval(secs => (${rows} - i) * 94), kind, case kind when 'operator'
        then '00000000-0000-4000-8000-0000000a' || lpad((i % 40)::text, 4, '0') when 'system' then 'system' else 'A-' || i % 100000 end,
      case kind when 'operator' then 'support' end, case kind when 'operator' then 'ses-' || i % 5000 end, 'act-' || act,
      'kind-' || act % 20, 'S-' || abs(hashtext(i::text)) % 200000, '{"before":"open","after":"paid"}',
      case kind when 'operator' then 'Der Fehler lag bei uns' end, 'req-' || i, i, decode(md5(i::text) || md5(i::text), 'hex')
    from (select i, case when i % 90001 = 5 then 'agency-user' when i % 10 = 0 then 'operator' when i % 10 = 1 then 'referrer' else 'system' end as kind,
      case when i % 100000 = 7 then 59 else least(58, floor(-ln(1 - (abs(hashtext('a' || i)) % 100000) / 100000.0) * 10)::int) end as act
      from generate_series(1, ${rows}) as i) made`

async function openLog(bench: Bench) {
  const database = await bench.cluster.create('bench_log', 20)
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query(`set session_replication_role = replica; select set_tenant('bgv')`)
  await client.query(`delete from audit_log where tenant = 'bgv'`)
  await client.query(fill)
  await client.query(
    `insert into audit_heads values ('bgv', ${rows}, '') on conflict (tenant) do update set number = ${rows}`,
  )
  await client.query('vacuum analyze audit_log')
  await client.end()
  const deps = makeDeps(database.appUrl, { log: 'silent' })
  const { token } = await makeOperator(
    { db: deps.db, deps },
    'mess@betrieb.example',
    ['auditor'],
    'bgv',
  )
  await deps.db.close()
  return { ...(await startServer(bench, database)), token }
}
