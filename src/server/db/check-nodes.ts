import pg from 'pg'
import type { Logger } from 'pino'
import { addressesOf, placeOf } from '../env/database-addresses.ts'
import { StartError } from '../env/start-error.ts'
import { checkDatabase } from './check-database.ts'

/**
 * Refuses addresses that are no nodes of one distributed database: each would have rows of its own. One that does not answer now is passed
 * over until it does (nodes.ts), but not all of them.
 */
export async function checkNodes(
  databaseUrl: string,
  queueUrl: string,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const others = addressesOf(databaseUrl).filter((url) => url !== queueUrl)
  if (others.length === 0) return
  const cluster = await readCluster(queueUrl)
  let answering = others.length < addressesOf(databaseUrl).length ? 1 : 0
  for (const url of others) {
    const found = await readCluster(url)
    if (found === undefined) {
      log.warn({ node: placeOf(url) }, 'node does not answer')
      continue
    }
    answering += 1
    if (cluster === null || found !== cluster)
      throw new StartError(
        `${placeOf(url)} of DATABASE_URL and ${placeOf(queueUrl)} are not nodes of one database with Citus that know where each table is: see docs/operations.md, Many nodes.`,
      )
    await checkDatabase(url)
  }
  if (answering === 0) throw new StartError('No address of DATABASE_URL can be reached.')
}

/** The nodes that it knows, if tables of tenants are distributed; null: not distributed; undefined: it does not answer. */
async function readCluster(url: string): Promise<string | null | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch {
    return undefined
  }
  try {
    const { rows } = await client.query<{ nodes: string | null }>(
      `select string_agg(nodename || ':' || nodeport, ' ' order by nodeid) as nodes from pg_dist_node
       where exists (select from pg_dist_partition where logicalrelid = 'public.tenants'::regclass)`,
    )
    return rows[0]!.nodes
  } catch (error) {
    // No such table: no Citus, or none of ours.
    if (/^42P01$/.test((error as { code?: string }).code ?? '')) return null
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}
