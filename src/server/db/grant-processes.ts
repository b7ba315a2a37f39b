import { sql, type Kysely } from 'kysely'
import { processRoles } from './process-rights.ts'

type Right = { object: string; right: string; column: string | null }
const keyOf = ({ object, right, column }: Right) => `${object}|${right}|${column ?? ''}`

/**
 * Gives each process's role, where the database has it, what the app's role has but for what it lacks (process-rights.ts). No migration: roles
 * are the installation's, and may come later. Changes nothing where nothing differs; safe in parallel.
 */
export async function grantProcesses(owner: Kysely<unknown>): Promise<void> {
  const there = await sql<{ name: string }>`
    select rolname as name from pg_roles where rolname = any (${Object.keys(processRoles)})`.execute(
    owner,
  )
  for (const { name } of there.rows)
    await owner.transaction().execute(async (tx) => {
      // One at a time: two grants on one table at once fail.
      await sql`select from kysely_migration_lock for update`.execute(tx)
      await grantOne(tx, name)
    })
}

async function grantOne(tx: Kysely<unknown>, role: string): Promise<void> {
  const columns = await columnsOf(tx)
  const wanted = new Map<string, Right>()
  for (const right of await rightsOf(tx, 'zuspruch_app'))
    for (const one of narrowed(right, role, columns)) wanted.set(keyOf(one), one)
  const held = new Map((await rightsOf(tx, role)).map((right) => [keyOf(right), right]))
  for (const [key, right] of held)
    if (!wanted.has(key)) await sql.raw(`revoke ${inSql(right)} from ${role}`).execute(tx)
  for (const [key, right] of wanted)
    if (!held.has(key)) await sql.raw(`grant ${inSql(right)} to ${role}`).execute(tx)
  await refuseTokens(tx, role)
}

/** A right of the app's as the process has it: not at all, by the columns that are left, or as it is. */
function narrowed(right: Right, role: string, columns: Map<string, string[]>): Right[] {
  const { insert, update, delete: remove, columns: fixed = {} } = processRoles[role]!
  const table = /^table public\.(\w+)$/.exec(right.object)?.[1]
  if (!table) return [right]
  const lacks = { INSERT: insert, UPDATE: update, DELETE: remove }[right.right]
  if (lacks?.includes(table)) return []
  const kept = fixed[table]
  if (right.right !== 'UPDATE' || !kept) return [right]
  const named = right.column === null ? (columns.get(table) ?? []) : [right.column]
  return named.filter((column) => !kept.includes(column)).map((column) => ({ ...right, column }))
}

const inSql = ({ object, right, column }: Right) =>
  `${right}${column === null ? '' : ` (${column})`} on ${object}`

/** What a role was granted in this database, but for the queue's, which is granted with it (install-queue.ts). */
async function rightsOf(tx: Kysely<unknown>, role: string): Promise<Right[]> {
  const { rows } = await sql<Right>`
    with grantee as (select oid from pg_roles where rolname = ${role}), given as (
      select case when c.relkind = 'S' then 'sequence ' else 'table ' end || n.nspname || '.' || quote_ident(c.relname) as object,
        a.privilege_type as right, null::text as column, a.grantee
      from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) a where n.nspname = 'public'
      union all
      select 'table public.' || quote_ident(c.relname), a.privilege_type, quote_ident(t.attname), a.grantee
      from pg_attribute t join pg_class c on c.oid = t.attrelid, aclexplode(t.attacl) a
      where c.relnamespace = 'public'::regnamespace
      union all
      select 'routine ' || p.oid::regprocedure, a.privilege_type, null, a.grantee
      from pg_proc p, aclexplode(p.proacl) a where p.pronamespace = 'public'::regnamespace
      union all
      select 'schema ' || n.nspname, a.privilege_type, null, a.grantee
      from pg_namespace n, aclexplode(n.nspacl) a where n.nspname = 'public'
      union all
      select 'database ' || quote_ident(d.datname), a.privilege_type, null, a.grantee
      from pg_database d, aclexplode(d.datacl) a where d.datname = current_database()
    ) select object, "right", "column" from given where grantee = (select oid from grantee)`.execute(
    tx,
  )
  return rows
}

async function columnsOf(tx: Kysely<unknown>): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(quote_ident(a.attname)) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by c.relname`.execute(
    tx,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** Kinds of tokens are rows of one table, so a trigger refuses them. No policy: the nodes of a distributed database have no restrictive ones. */
async function refuseTokens(tx: Kysely<unknown>, role: string): Promise<void> {
  const kinds = processRoles[role]!.tokens ?? []
  const trigger = `not_by_${role}`
  const said = kinds.join(', ')
  const { rows } = await sql<{ said: string | null }>`
    select obj_description(oid, 'pg_trigger') as said from pg_trigger
    where tgrelid = 'tokens'::regclass and tgname = ${trigger}`.execute(tx)
  if (kinds.length > 0 ? rows[0]?.said === said : rows.length === 0) return
  await sql`drop trigger if exists ${sql.id(trigger)} on tokens`.execute(tx)
  if (kinds.length === 0) return
  const list = sql.join(kinds.map((kind) => sql.lit(kind)))
  await sql`create trigger ${sql.id(trigger)} before insert on tokens for each row
    when (current_user = ${sql.lit(role)} and new.kind in (${list})) execute function refuse_token()`.execute(
    tx,
  )
  await sql`comment on trigger ${sql.id(trigger)} on tokens is ${sql.lit(said)}`.execute(tx)
}
