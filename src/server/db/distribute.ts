import pg from 'pg'
import { StartError } from '../env/start-error.ts'
import { distribution, onTenantsNode } from './distribution.ts'

/** `placed`: tables of this run. */
export type Distributed = {
  version: string
  nodes: number
  open: string[] // nodes that know where each table is, so that processes may connect to them; by their addresses within the database
  placed: string[]
  tables: number
}

// Read by every connection of the database. Triggers and the functions of policies look at rows of their own tenant, which are on their node.
const settings = {
  'citus.propagate_set_commands': 'local',
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
}
/** For the owner's connections, also before the database has its settings; a server without Citus reads none of them. */
export const ownersSettings = Object.entries({
  ...settings,
  // One connection to a node: statements of a transaction see each other's tables.
  'citus.multi_shard_modify_mode': 'sequential',
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/**
 * Distributes each table that is not yet, with its rows, by the list of distribution.ts, table by table: cut off, the next run goes on.
 * Nobody else may write meanwhile.
 */
export async function distribute(
  ownerUrl: string,
  onTable: (done: number, of: number) => void = () => undefined,
): Promise<Distributed> {
  const client = new pg.Client({ connectionString: ownerUrl, options: ownersSettings })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const version = await findVersion(client)
    if (version === null)
      throw new StartError(
        'The database has no Citus: its administrator runs "create extension citus" on every node and adds the workers first (docs/operations.md, Many nodes).',
      )
    const nodes = await countNodes(client)
    await needCoordinator(client)
    await tellSettings(client)
    const missing = await listMissing(client)
    for (const [at, table] of missing.entries()) {
      onTable(at, missing.length)
      await place(client, table)
    }
    onTable(missing.length, missing.length)
    await forgetLocalRows(client)
    await distributeFunctions(client)
    await grantViews(client)
    const tables = Object.values(distribution).flat().length
    return { version, nodes, open: await listOpen(client), placed: missing, tables }
  } finally {
    await client.end()
  }
}

/** After migrations: places tables that are new, on a database that is distributed already. */
export async function distributeAdded(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, options: ownersSettings })
  client.on('error', () => undefined)
  await client.connect()
  try {
    if ((await findVersion(client)) === null || !(await isPlaced(client, 'tenants'))) return
    for (const table of await listMissing(client)) await place(client, table)
    await distributeFunctions(client)
  } finally {
    await client.end()
  }
}

async function findVersion(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  )
  return rows[0]?.version ?? null
}

async function countNodes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ nodes: number }>(
    'select count(*)::int as nodes from pg_dist_node where isactive and shouldhaveshards',
  )
  return rows[0]!.nodes
}

/** Without it the other nodes know no way to the rows that are there alone, and it takes no reference table. */
async function needCoordinator(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_dist_node where groupid = 0')
  if (rowCount === 0)
    throw new StartError(
      'The nodes do not know this one: its administrator runs "select citus_set_coordinator_host(…)" with its address first (docs/operations.md, Many nodes).',
    )
}

/** Citus gives its metadata to each node that it takes in, unless it was told not to. */
async function listOpen(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ node: string }>(
    `select nodename || ':' || nodeport as node from pg_dist_node
     where isactive and hasmetadata and metadatasynced order by groupid`,
  )
  return rows.map(({ node }) => node)
}

/** A node gets a view without its rights; given again, they are given everywhere. */
async function grantViews(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('grant %s on %s to %s', a.privilege_type, c.oid::regclass, a.grantee::regrole) as statement
     from pg_class c, aclexplode(c.relacl) a
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' and a.grantee <> c.relowner
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1`,
  )
  for (const { statement } of rows) await client.query(statement)
}

const isPlaced = async (client: pg.Client, table: string) =>
  (
    await client.query('select from pg_dist_partition where logicalrelid = to_regclass($1)::oid', [
      `public.${table}`,
    ])
  ).rowCount === 1

/** For connections that come later; Citus passes it on to the workers. */
async function tellSettings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(current_database()) as name',
  )
  for (const statement of settingsOf(rows[0]!.name)) await client.query(statement)
}

/** @param database quoted */
export const settingsOf = (database: string) =>
  Object.entries(settings).map(
    ([name, value]) => `alter database ${database} set ${name} = '${value}'`,
  )

/** Tables of the list that are not placed, those first that others refer to. */
async function listMissing(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; needs: string[] }>(
    `select relname as name, array(
        select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
      from pg_class c
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname = any ($1)
        and not exists (select from pg_dist_partition where logicalrelid = c.oid)
      order by relname`,
    [Object.values(distribution).flat()],
  )
  const left = new Map(rows.map(({ name, needs }) => [name, needs]))
  const sorted: string[] = []
  while (left.size > 0) {
    const free = [...left].filter(([, needs]) => !needs.some((one) => left.has(one)))
    if (free.length === 0)
      throw new Error(`Tables refer to each other: ${[...left.keys()].join(', ')}`)
    for (const [name] of free) {
      sorted.push(name)
      left.delete(name)
    }
  }
  return sorted
}

async function place(client: pg.Client, table: string): Promise<void> {
  const { byTenant, everywhere } = distribution
  if (!byTenant.includes(table)) {
    const how = everywhere.includes(table)
      ? 'create_reference_table'
      : 'citus_add_local_table_to_metadata'
    await client.query(`select ${how}($1)`, [table])
    return
  }
  const beside = table === 'tenants' ? 'none' : 'tenants'
  await client.query('begin')
  try {
    // Row security binds the owner, too, and would hide the rows from their own move.
    await client.query(`alter table ${table} no force row level security`)
    const before = await countRows(client, table)
    await client.query(`select create_distributed_table($1, 'tenant', colocate_with => $2)`, [
      table,
      beside,
    ])
    const after = await countRows(client, table)
    if (after !== before) throw new Error(`Of ${before} rows of ${table} ${after} moved.`)
    await client.query(`alter table ${table} force row level security`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const countRows = async (client: pg.Client, table: string) =>
  (await client.query<{ many: string }>(`select count(*) as many from ${table}`)).rows[0]!.many

/** Moved rows stay where they were until they are removed there: nobody sees them, and no deletion would reach them. */
async function forgetLocalRows(client: pg.Client): Promise<void> {
  await client.query('begin')
  try {
    // The log refuses to be emptied; its rows are on the nodes.
    await client.query('alter table audit_log disable trigger audit_log_is_kept')
    for (const table of distribution.byTenant)
      await client.query('select truncate_local_data_after_distributing_table($1)', [table])
    await client.query('alter table audit_log enable trigger audit_log_is_kept')
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** So that every node has what policies, triggers and stores call. */
async function distributeFunctions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ signature: string; delegates: boolean }>(
    `select p.oid::regprocedure::text as signature, p.proname = any ($1) as delegates from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (
          select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid
            and (o.distribution_argument_index is not null or p.proname <> all ($1)))
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
    [onTenantsNode],
  )
  for (const { signature, delegates } of rows)
    await client.query(
      delegates
        ? `select create_distributed_function($1, '$1', colocate_with => 'tenants', force_delegation => true)`
        : 'select create_distributed_function($1)',
      [signature],
    )
}
