import { Kysely, PostgresDialect, sql, type KyselyPlugin, type KyselyProps } from 'kysely'
import pg from 'pg'
import { platformCode } from '../../domain/platform.ts'
import { addressesOf } from '../env/database-addresses.ts'
import { spread, type OnNode } from './nodes.ts'
import type { DB } from './tables.ts'
import { together } from './together.ts'

// Integers up to 2^53 suffice for cents; dates stay ISO text, instants become Temporal.
const parsers: Record<number, (text: string) => unknown> = {
  20: Number,
  1082: (text) => text,
  1184: (text) => Temporal.Instant.from(text.replace(' ', 'T')),
}
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ??
    pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
}

export type Database = {
  kysely: Kysely<DB>
  pool: pg.Pool
  props: Omit<KyselyProps, 'executor'>
  close: () => Promise<void>
  looks?: boolean // read-only request: writes are rolled back (onlyLooking)
  within?: () => Tx // the transaction of a dry run (wouldChange)
  ending?: AbortSignal // from then on no transaction begins (untilEnd)
}
/** A transaction with its tenant set. */
export type Tx = Kysely<DB>

/** @param url of several nodes with the address of each (addressesOf) */
export function connect(
  url: string,
  options: { max?: number; onError?: (error: Error) => void; onNode?: OnNode } = {},
): Database {
  const [first, ...others] = addressesOf(url)
  const pool = new pg.Pool({
    connectionString: first,
    max: options.max ?? 10,
    types,
    // BEGIN, set_tenant and the first statement share a round trip (withTenant).
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'zuspruch',
    // A node that came back gets its part again.
    ...(others.length > 0 ? { maxLifetimeSeconds: 300 } : {}),
  } as pg.PoolConfig)
  const nodes = others.length > 0 ? spread(pool, [first, ...others], options.onNode) : null
  // The pool does not wait for its connections' goodbyes: a database that stops right after may cut them off.
  let isClosed = false
  const report = (error: Error) => {
    if (!isClosed) options.onError?.(error)
  }
  // A closed idle connection is no failure: the next query opens another.
  pool.on('error', report)
  // A connection lost in use fails its query; without a listener it would end the process.
  pool.on('connect', (client) => {
    client.on('error', report)
    sendTogether(client)
  })
  const dialect = new PostgresDialect({ pool })
  const kysely = new Kysely<DB>({ dialect })
  // Transactions below are Kysely instances over their own connection; this driver never opens one.
  const driver = dialect.createDriver()
  return {
    kysely,
    pool,
    props: { config: { dialect }, dialect, driver },
    close: async () => {
      await nodes?.close()
      await kysely.destroy()
      isClosed = true
    },
  }
}

/**
 * In a statement: each connection plans it once. For statements in few spellings, without `*`, whose plan is the same for any values: what
 * inserts rows, looks one up by its key, or takes long to plan.
 */
export const keepsPlan = sql.raw('/* keeps plan */')
/** The same of a statement with that many rows: a text for each number of them. */
export const keptIfFew = (rows: number) => (rows <= 4 ? keepsPlan : sql.raw(''))
const planned = new Map<string, string>()

function nameOf(text: string): string | undefined {
  if (!text.includes('/* keeps plan */')) return undefined
  const known = planned.get(text) ?? `kept-${planned.size}`
  planned.set(text, known)
  return known
}

/** Sends pipelined statements in one write: a write each took a third of a creation's time. */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = client.connection
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  let held = false
  client.query = ((...args: unknown[]) => {
    if (!held) {
      held = true
      stream.cork()
      process.nextTick(() => {
        held = false
        stream.uncork()
      })
    }
    const [text, values] = args
    const name = typeof text === 'string' ? nameOf(text) : undefined
    return name === undefined ? send(...args) : send({ name, text, values })
  }) as typeof client.query
}

/**
 * Runs `work` in a transaction that sees one tenant's rows; commits on return, rolls back on throw. BEGIN and set_tenant are not
 * awaited: pipelining makes row security free of round trips.
 */
export function withTenant<T>(
  db: Database,
  tenant: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (db.within) return work(db.within())
  return inTransaction(db, (tx) => sql`select ${keepsPlan} set_tenant(${tenant})`.execute(tx), work)
}

/**
 * Runs `work` on the platform's rows within the transaction of a tenant (`home`): one commit for both. Nothing else may use the transaction
 * meanwhile.
 */
export const onPlatform = <T>(tx: Tx, home: string, work: () => Promise<T>): Promise<T> =>
  elsewhere(tx, home, platformCode, work)

/** The same on another tenant's rows. Not for what somebody asks for: only for what concerns that tenant, as its admins being told. */
export async function elsewhere<T>(
  tx: Tx,
  home: string,
  place: string,
  work: () => Promise<T>,
): Promise<T> {
  if (home === place) return work()
  const there = async () => {
    await sql`select set_tenant(${place})`.execute(tx)
    const result = await work()
    await sql`select set_tenant(${home})`.execute(tx)
    return result
  }
  const part = parts.get(tx)
  return part ? part.alone(there) : there()
}

/** Runs `work` on a tenant's rows within a transaction of the platform. Nothing else may use the transaction meanwhile. */
export async function onTenant<T>(tx: Tx, tenant: string, work: () => Promise<T>): Promise<T> {
  await sql`select set_tenant(${tenant})`.execute(tx)
  const result = await work()
  await sql`select set_tenant(${platformCode})`.execute(tx)
  return result
}

/**
 * Whether work on a tenant's rows would change any, or fail. Tried in a transaction that stops at the first change and rolls
 * back.
 */
export async function wouldChange(
  db: Database,
  tenant: string,
  work: (db: Database) => Promise<unknown>,
): Promise<boolean> {
  let changes = false
  const stop: () => never = () => {
    changes = true
    throw new Error('Something would change')
  }
  const stopAtChange: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => (result.numAffectedRows ? stop() : result),
  }
  await withTenant(onlyLooking(db), tenant, (opened) => {
    const tx = opened.withPlugin(stopAtChange)
    return work({ ...onlyLooking(db), within: () => (changes ? stop() : tx) })
  }).catch(() => (changes = true))
  return changes
}

/** A transaction of the job relay: sees all tenants' outbox, and no other rows. */
export function withRelay<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, (tx) => sql`select set_relay()`.execute(tx), work)
}

/** Work with it ends between two transactions as soon as the signal comes: loops over many rows have one for each, or for a batch. */
export const untilEnd = (db: Database, ending: AbortSignal): Database => ({ ...db, ending })

/** Not a failure: the process stops, and the next one goes on. */
export class Ended extends Error {
  constructor() {
    super('The process stops')
  }
}

type Again = (tx: Tx) => Promise<unknown>
const keptOf = new WeakMap<Tx, Again[]>()

/** For read-only requests: transactions see their writes and are rolled back. */
export const onlyLooking = (db: Database): Database => ({ ...db, looks: true })

/** Repeats after the rollback what must persist. */
export function keepAfterLook(tx: Tx, again: Again): void {
  keptOf.get(tx)?.push(again)
}

const endings = new WeakMap<Tx, ((tx: Tx) => Promise<unknown>)[]>()

/**
 * Runs `work` as the transaction's last statements, in one round trip with its commit: for locks that all writers of a tenant want, and for
 * what nothing depends on. It sends them at once, as nothing follows the commit. At once where the transaction is another's (a dry run).
 */
export async function beforeCommit(tx: Tx, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  const ending = endings.get(tx)
  if (ending) ending.push(work)
  else await work(tx)
}

/** One of several that share a transaction (in-step.ts). */
type Part = {
  whole: Tx
  place: number // among them
  during: <T>(statement: () => Promise<T>) => Promise<T>
  alone: <T>(work: () => Promise<T>) => Promise<T> // while the others wait
}
const propsOf = new WeakMap<Tx, Database['props']>()
const parts = new WeakMap<Tx, Part>()

/** The same transaction for one of those who share it. */
export function partOf(tx: Tx, part: Part): Tx {
  const props = propsOf.get(tx)
  if (!props) throw new Error('This transaction is not to be shared')
  const executor = tx.getExecutor()
  const made = new Kysely<DB>({
    ...props,
    executor: executor.withConnectionProvider({
      provideConnection: (consumer) => part.during(() => executor.provideConnection(consumer)),
    }),
  })
  parts.set(made, part)
  const [ending, kept] = [endings.get(tx), keptOf.get(tx)]
  if (ending) endings.set(made, ending)
  if (kept) keptOf.set(made, kept)
  return made
}

/** The transaction as a whole, and whose part of it this is: in order. */
export const wholeOf = (tx: Tx): { whole: Tx; place: number } =>
  parts.get(tx) ?? { whole: tx, place: 0 }

async function inTransaction<T>(
  db: Database,
  open: (tx: Tx) => Promise<unknown>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (db.ending?.aborted) throw new Ended()
  if (!db.looks) return run(db, open, work)
  const kept: Again[] = []
  const result = await run(db, open, (tx) => {
    keptOf.set(tx, kept)
    return work(tx)
  })
  if (kept.length > 0)
    await run({ ...db, looks: false }, open, async (tx) => {
      for (const again of kept) await again(tx)
    })
  return result
}

function run<T>(
  db: Database,
  open: (tx: Tx) => Promise<unknown>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const executor = db.kysely.getExecutor()
  return executor.provideConnection(async (connection) => {
    let over = false
    const tx = new Kysely<DB>({
      ...db.props,
      // Kysely's connection() awaits each statement; here they are pipelined. Nothing may follow the end, when the connection is
      // released.
      executor: executor.withConnectionProvider({
        provideConnection: (consumer) =>
          over ? Promise.reject(new Error('The transaction is over')) : consumer(connection),
      }),
    })
    const ending: ((tx: Tx) => Promise<unknown>)[] = []
    endings.set(tx, ending)
    propsOf.set(tx, db.props)
    const opened = Promise.all([sql`begin`.execute(tx), open(tx)])
    opened.catch(() => undefined)
    try {
      const result = await work(tx)
      const last = db.looks ? [] : ending.map((one) => () => one(tx))
      // COMMIT of a failed transaction is a silent rollback; the prior statement makes it an error.
      const end =
        last.length > 0 ? sql`commit` : db.looks ? sql`select 1; rollback` : sql`select 1; commit`
      const close = () => {
        const closed = end.execute(tx)
        over = true
        return closed
      }
      await together([() => opened, ...last, close])
      return result
    } catch (error) {
      // After a commit, too: what a dying connection answers last is awaited, so that the pool does not hand it on.
      over = false
      await sql`rollback`.execute(tx).catch(() => undefined)
      throw error
    } finally {
      over = true
    }
  })
}
