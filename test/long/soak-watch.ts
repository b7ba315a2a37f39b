import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { embeddedUrls, type RunningApp } from '../../scripts/start-app.ts'
import { testPeople } from './soak-load.ts'
import type { Allowed, Series } from './soak-judge.ts'

/** What is measured, and what of it may grow during the run. */
export const watched = {
  heap: { what: 'heap after collection', unit: 'MB', growth: 8 },
  resident: { what: 'resident memory', unit: 'MB', growth: 60 },
  connections: { what: 'database connections', unit: '', growth: 4 },
  delayP99: { what: 'event-loop delay p99', unit: 'ms', growth: 150 },
  jobs: { what: 'jobs waiting', unit: '', growth: 100 },
  mails: { what: 'mails waiting', unit: '', growth: 100 },
  sockets: { what: 'open files and sockets', unit: '', growth: 300 },
} satisfies Record<string, Allowed>

type Name = keyof typeof watched

/** Tables that grow with what people do. Any other that grows is a leak, as nothing in the load makes its rows. */
const growing = new Set([
  'accounts',
  'audit_chain',
  'audit_log',
  'claims',
  'clicks',
  'consents',
  'event_counts', // one row a day and kind
  'idempotency_keys',
  'mails',
  'rate_limits',
  'recipients',
  'referrals',
  'tokens',
])
const mayGrow = 50

export type Watch = {
  series: Record<Name, Series>
  sample: () => Promise<void>
  rows: () => Promise<Map<string, number>>
  close: () => Promise<void>
}

export async function startWatch(app: RunningApp, figuresFile: string): Promise<Watch> {
  const client = new pg.Client({ connectionString: embeddedUrls(app.dataDir).ownerUrl })
  // The database ends with the app.
  client.on('error', () => undefined)
  await client.connect()
  const series = Object.fromEntries(
    Object.keys(watched).map((name) => [name, []]),
  ) as unknown as Watch['series']
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  return {
    series,
    async sample() {
      const at = performance.now()
      const inside = JSON.parse(
        readFileSync(figuresFile, 'utf8').trimEnd().split('\n').at(-1) ?? '{}',
      ) as Partial<Record<Name, number>>
      const { rows } = await client.query<Record<Name, number>>(`
        select (select count(*)::int from pg_stat_activity where usename like 'zuspruch%') as connections,
          (select count(*)::int from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now())
            + (select count(*)::int from outbox) as jobs,
          (select count(*)::int from mails where state = 'queued') as mails`)
      const sockets = readdirSync(`/proc/${app.child.pid}/fd`).length
      for (const [name, value] of Object.entries({ ...inside, ...rows[0], sockets }))
        if (name in series) series[name as Name].push({ at, value })
    },
    async rows() {
      const counts = tables.map(
        ({ name }) => `select '${name}' as name, count(*)::int from "${name}"`,
      )
      const { rows } = await client.query<{ name: string; count: number }>(
        counts.join(' union all '),
      )
      return new Map(rows.map(({ name, count }) => [name, count]))
    },
    close: () => client.end().catch(() => undefined),
  }
}

/** How the tables grew, most first, and what grew that nothing in the load makes. */
export function compareRows(
  before: Map<string, number>,
  after: Map<string, number>,
  minutes: number,
) {
  const grown = [...after]
    .map(([name, count]) => ({ name, count, by: count - (before.get(name) ?? 0) }))
    .filter(({ by }) => by !== 0)
    .toSorted((a, b) => b.by - a.by)
  return {
    rows: [
      ['table', 'rows at the end', 'more per minute'],
      ...grown.map(({ name, count, by }) => [name, `${count}`, (by / minutes).toFixed(1)]),
    ],
    problems: grown
      .filter(({ name, by }) => by > mayGrow && !growing.has(name))
      .map(({ name, by }) => `table ${name} grew by ${by} rows`),
  }
}

const personal: [what: string, pattern: RegExp][] = [
  ['a mail address', /[\w.+-]+@[\w-]+\.[a-z]{2,}/i],
  ['an IBAN', /\b[A-Z]{2}\d{2}(?: ?\d{4}){3,}/],
  ['a phone number', /\+\d{2}[ \d/-]{7,}|\b0\d{2,4}[ /-]\d{5,}/],
]

/** Reads the log as it is written: errors, personal data, how much of it there is. */
export function readLog({ child }: RunningApp, isSecret: (text: string) => boolean) {
  const problems = new Set<string>()
  const count = { lines: 0, bytes: 0 }
  const names = new RegExp(Object.values(testPeople).join('|'), 'i')
  let rest = ''
  const read = (line: string) => {
    count.lines += 1
    count.bytes += line.length + 1
    const level = /^\{"level":(\d+)/.exec(line)?.[1]
    if (line !== '' && level === undefined)
      problems.add(`a line of the log is none: ${line.slice(0, 600)}`)
    if (Number(level) >= 50) problems.add(`an error in the log: ${line.slice(0, 600)}`)
    for (const [what, pattern] of [...personal, ['a name', names] as const])
      if (pattern.test(line)) problems.add(`${what} in the log: ${line.slice(0, 300)}`)
    for (const [long] of line.matchAll(/[\w-]{24,}/g))
      if (isSecret(long)) problems.add(`a token in the log: ${line.slice(0, 300)}`)
  }
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: string) => {
      const lines = (rest + part).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) read(line)
    })
  return { problems: () => [...problems], count }
}
