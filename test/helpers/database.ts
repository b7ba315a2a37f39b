import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { settingsOf } from '../../src/server/db/distribute.ts'

export type TestDatabase = {
  ownerUrl: string
  appUrl: string
  drop: () => Promise<void>
  /** Restores from `kept`; closes the connections of both. */
  restore: (kept: TestDatabase) => Promise<void>
}

/**
 * A migrated database for one test file, cloned from a template in about 50 ms: empty or with the demo tenants. Or a copy of another one,
 * whose connections are closed.
 */
export async function createTestDatabase(
  kind: 'migrated' | 'demo' | TestDatabase = 'migrated',
): Promise<TestDatabase> {
  const template = inject('database')
  const name = `test_${randomBytes(6).toString('hex')}`
  const nameOf = (url: string) => new URL(url).pathname.slice(1)
  const source =
    kind === 'demo'
      ? template.demo
      : nameOf(kind === 'migrated' ? template.ownerUrl : kind.ownerUrl)
  const drop = [leave(name), `drop database if exists ${name} with (force)`]
  await copyDatabase(template, name, source)
  return {
    ownerUrl: withDatabase(template.ownerUrl, name),
    appUrl: withDatabase(template.appUrl, name),
    drop: () => onNodes(template, ...drop),
    restore: async (kept) => {
      await onNodes(template, ...drop)
      await onNodes(template, from(template, name, nameOf(kept.ownerUrl)))
    },
  }
}

type Server = { ownerUrl: string; nodes: string[] | null }

/** A database like `source`, by default the server's own, whose connections it ends. */
export async function copyDatabase(
  server: Server,
  name: string,
  source = new URL(server.ownerUrl).pathname.slice(1),
): Promise<void> {
  await onNodes(server, leave(source), from(server, name, source))
  // They are of no copy.
  if (server.nodes) for (const node of server.nodes) await run(node, ...settingsOf(name))
}

const from = ({ ownerUrl }: Server, name: string, source: string) =>
  `create database ${name} owner ${new URL(ownerUrl).username} template ${source} strategy file_copy`

/** Of several nodes each has its part of a database. */
async function onNodes({ nodes, ownerUrl }: Server, ...statements: string[]): Promise<void> {
  for (const statement of statements)
    for (const node of nodes ?? [ownerUrl]) await run(node, statement)
}

/** Ends all connections. PostgreSQL's own ways look again only every 100 ms; most of these are gone after one. */
const leave = (database: string) => `do $$ begin
  perform pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}';
  for look in 1..5000 loop
    perform pg_stat_clear_snapshot();
    exit when not exists (select from pg_stat_activity where datname = '${database}');
    perform pg_sleep(0.001);
  end loop;
end $$`

async function run(url: string, ...statements: string[]): Promise<void> {
  // Never connect to the template: that would block cloning.
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
