import pg from 'pg'
import { makeRandom } from '../../test/long/random.ts'
import { openAgencySession } from '../bench-database.ts'
import { residentMb } from '../child.ts'
import { compare, quantile, single } from '../figure.ts'
import { fillReports } from '../fill-reports.ts'
import { startServer, type Bench, type Part } from '../part.ts'

const sizes = { small: 10_000, large: 1_000_000 } as const
const requestsPerRound = 300
const deepest = 1_000
const columns = ['Datum', 'Empfehler', 'Produkt', 'Status', 'Mitarbeiter', 'Wert']

/**
 * Pages of the order report over HTTP, sequentially: a seeded mix of sorts, up to three filters, dates, names and the first 1,000 pages;
 * the same with 10,000 orders; and the whole list as CSV.
 */
export const measureReports: Part = async (bench) => {
  const small = await openList(bench, sizes.small)
  const large = await openList(bench, sizes.large)
  try {
    for (const who of [small, large]) await ask(who, makeRandom(1), requestsPerRound)
    const rounds: { p95: [number, number][]; median: [number, number][] } = { p95: [], median: [] }
    for (let round = 0; round < bench.rounds; round++) {
      const baseline = await ask(small, makeRandom(100 + round), requestsPerRound)
      const ours = await ask(large, makeRandom(100 + round), requestsPerRound)
      rounds.p95.push([quantile(ours.ms, 0.95), quantile(baseline.ms, 0.95)])
      rounds.median.push([quantile(ours.ms, 0.5), quantile(baseline.ms, 0.5)])
      const slowest = ours.kinds.toSorted((a, b) => b.ms - a.ms).slice(0, 3)
      bench.say(
        `reports: p95 ${rounds.p95
          .at(-1)
          ?.map((ms) => ms.toFixed(1))
          .join(
            ' / ',
          )} ms; slowest ${slowest.map(({ what, ms }) => `${what} ${ms.toFixed(0)}`).join(', ')}`,
      )
    }
    const pairs = (from: [number, number][]) => from.map(([ours, baseline]) => ({ ours, baseline }))
    const labels = { baseline: '10,000', unit: 'ms' }
    const file = await loadFile(bench, large)
    const years = await askStatistics(large, 12 * bench.rounds)
    return {
      figures: [
        compare(
          { what: 'order report, 1,000,000 orders (median)', ...labels },
          pairs(rounds.median),
        ),
        compare({ what: 'order report, 1,000,000 orders (p95)', ...labels }, pairs(rounds.p95), {
          of: 'ours',
          atMost: 50,
        }),
        compare({ what: 'order report, the same p95', ...labels }, pairs(rounds.p95), {
          of: 'ratio',
          atMost: 1.5,
        }),
        single('statistics of a year with 330,000 orders (p95)', quantile(years, 0.95), 'ms', {
          of: 'ours',
          atMost: 200,
        }),
        single('CSV of 900,000 orders, memory above what the server had', file.extraMb, 'MB', {
          of: 'ours',
          atMost: 100,
        }),
        single('CSV of 900,000 orders', file.seconds, 's'),
        single('CSV of 900,000 orders, rows a second', file.rowsPerSecond, '/s'),
      ],
      notes: [
        `Order report: PUT agentur/auftraege/alle of an owner whose agency has nine tenths of the orders; a seeded mix of all sorts, directions, filters (none, status, product, employee, pairs of them, a month, a quarter, a year, a name) and the first ${deepest} pages. Both sizes are asked for the same pages, by turns; ratios are of the rounds' medians and of their p95.`,
      ],
    }
  } finally {
    await small.child.stop()
    await large.child.stop()
  }
}

type Who = Awaited<ReturnType<typeof openList>>

/** A server over a tenant with `orders` orders, and the owner of the agency that has nine tenths of them. */
export async function openList(bench: Bench, orders: number) {
  const started = performance.now()
  const database = await bench.cluster.create(`bench_reports_${orders}`, 20)
  await fillReports(database, orders)
  bench.say(`${orders} orders made in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  const products = await client.query<{ id: string }>(
    `select distinct product as id from report_rows where tenant = 'bgv' order by 1`,
  )
  const names = await client.query<{ name: string }>(
    `select distinct left(name, 8) as name from report_rows where tenant = 'bgv' order by 1 limit 500`,
  )
  await client.end()
  return {
    ...(await startServer(bench, database)),
    token: await openAgencySession(database),
    products: products.rows.map(({ id }) => id),
    names: names.rows.map(({ name }) => name),
  }
}

export const headersOf = ({ token }: Who) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  'x-requested-with': 'bench',
})

async function ask(who: Who, random: () => number, requests: number) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const status = () => ({ Status: pick(['Gemeldet', 'Bestaetigt', 'Freigegeben', 'Storniert']) })
  const product = () => ({ Produkt: pick(who.products) })
  const employee = () => ({ Mitarbeiter: `E${Math.floor(random() * 40)}` })
  const dates = (days: number) => () => {
    const from = Temporal.Now.plainDateISO().subtract({ days: days + Math.floor(random() * 600) })
    return { Von: from.toString(), Bis: from.add({ days }).toString() }
  }
  const filters: Record<string, () => object> = {
    none: () => ({}),
    status,
    product,
    employee,
    'status and product': () => ({ ...status(), ...product() }),
    'status, product and employee': () => ({ ...status(), ...product(), ...employee() }),
    month: dates(30),
    'month and status': () => ({ ...dates(30)(), ...status() }),
    quarter: dates(91),
    year: dates(365),
    name: () => ({ Suche: pick(who.names) }),
  }
  const kinds: { what: string; ms: number }[] = []
  for (let i = 0; i < requests; i++) {
    const filter = pick(Object.keys(filters))
    const body = {
      OrderBy: pick(columns),
      Descending: random() < 0.5,
      Pagenumber: 1 + Math.floor(random() * deepest),
      Filter: filters[filter]!(),
    }
    const started = performance.now()
    const answer = await fetch(`${who.origin}/api/v1/bgv/agentur/auftraege/alle`, {
      method: 'PUT',
      headers: headersOf(who),
      body: JSON.stringify(body),
    })
    await answer.text()
    kinds.push({ what: `${body.OrderBy} ${filter}`, ms: performance.now() - started })
    if (answer.status !== 200) throw new Error(`order report: ${answer.status}`)
  }
  return { ms: kinds.map(({ ms }) => ms), kinds }
}

/** Periods of a year that begin and end within a month. */
async function askStatistics(who: Who, requests: number): Promise<number[]> {
  const took: number[] = []
  for (let i = 0; i < requests; i++) {
    const von = Temporal.Now.plainDateISO().subtract({ days: 365 + 10 * (i % 30) })
    const query = new URLSearchParams({ von: `${von}`, bis: `${von.add({ days: 365 })}` })
    const started = performance.now()
    const answer = await fetch(`${who.origin}/api/v1/bgv/agentur-konto/statistik?${query}`, {
      headers: headersOf(who),
    })
    await answer.text()
    took.push(performance.now() - started)
    if (answer.status !== 200) throw new Error(`statistics: ${answer.status}`)
  }
  return took
}

/** Discards the whole list as it arrives; samples the server's memory four times a second. */
async function loadFile(bench: Bench, who: Who) {
  const before = residentMb(who.child.pid).now
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, residentMb(who.child.pid).now)
  }, 250)
  const started = performance.now()
  const answer = await fetch(`${who.origin}/api/v1/bgv/agentur-konto/berichte/auftraege/csv`, {
    headers: headersOf(who),
  })
  let rows = -1
  for await (const part of answer.body ?? []) for (const byte of part) if (byte === 10) rows++
  clearInterval(watch)
  const seconds = (performance.now() - started) / 1000
  if (rows !== Number(answer.headers.get('x-total-count')))
    throw new Error(`the file has ${rows} rows of ${answer.headers.get('x-total-count')}`)
  bench.say(`CSV: ${rows} rows in ${seconds.toFixed(0)} s, ${(most - before).toFixed(0)} MB more`)
  return { extraMb: most - before, seconds, rowsPerSecond: rows / seconds }
}
