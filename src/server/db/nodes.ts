import { randomInt } from 'node:crypto'
import pg from 'pg'
import { placeOf } from '../env/database-addresses.ts'

/** What becomes of a node: it answers again, or not. */
export type OnNode = (place: string, answers: boolean) => void

type Node = { url: string; place: string; answers: boolean; clients: Set<pg.Client> }

const askEveryMs = 2_000
// Times in vain. One that is only slow, or full, keeps the connections that it has.
const silentFor = 2
// What each node of a distributed database knows: where each table is. One without it would have empty tables.
const question = `select from pg_dist_partition where logicalrelid = 'public.tenants'::regclass`

/**
 * The connections of a pool over several nodes: each new one goes to the node with the fewest. A node that does not answer is passed over,
 * its connections end, and it is asked again every two seconds.
 */
export function spread(pool: pg.Pool, urls: readonly string[], onNode: OnNode = () => undefined) {
  const nodes = urls.map((url): Node => ({
    url,
    place: placeOf(url),
    answers: true,
    clients: new Set(),
  }))
  const refused = new WeakSet<Error>()
  const say = (node: Node, answers: boolean) => {
    if (node.answers === answers) return
    node.answers = answers
    onNode(node.place, answers)
  }
  /** In use or not: whoever waits for an answer there would wait for long. */
  const leave = (node: Node) => {
    for (const client of node.clients) client.connection.stream.destroy()
  }
  const next = (): Node => {
    const answering = nodes.filter(({ answers }) => answers)
    const among = answering.length > 0 ? answering : nodes
    const fewest = Math.min(...among.map(({ clients }) => clients.size))
    const free = among.filter(({ clients }) => clients.size === fewest)
    // Processes that start together begin at different nodes.
    return free[randomInt(free.length)]!
  }
  class NodeClient extends pg.Client {
    readonly node: Node
    constructor(options: pg.ClientConfig) {
      const node = next()
      super({ ...options, connectionString: node.url })
      this.node = node
      node.clients.add(this)
      this.once('end', () => node.clients.delete(this))
    }
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): void | Promise<pg.Client> {
      if (!callback) return super.connect()
      super.connect((error: Error | null) => {
        if (error) {
          this.node.clients.delete(this)
          refused.add(error)
          say(this.node, false)
        }
        callback(error as Error)
      })
    }
  }
  Object.assign(pool, { Client: NodeClient })
  const take = pool.connect.bind(pool) as (callback?: unknown) => Promise<pg.PoolClient>
  const takeAny = async (): Promise<pg.PoolClient> => {
    for (let left = nodes.length; ; left -= 1) {
      try {
        return await take()
      } catch (error) {
        const { cause } = error as { cause?: unknown }
        const isRefused = [error, cause].some((one) => one instanceof Error && refused.has(one))
        if (left === 1 || !isRefused) throw error
      }
    }
  }
  // With a callback the pool calls itself.
  pool.connect = ((callback?: unknown) =>
    callback === undefined ? takeAny() : take(callback)) as typeof pool.connect
  const watches = nodes.map((node) =>
    watch(node.url, (silent) => {
      say(node, silent === 0)
      if (silent === silentFor) leave(node)
    }),
  )
  return {
    close: async () => {
      await Promise.all(watches.map((one) => one.close()))
    },
  }
}

/** Asks a node again and again over a connection of its own. */
function watch(url: string, tell: (silent: number) => void) {
  let closed = false
  let silent = 0
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  const leave = () => {
    const left = client
    client = null
    return left?.end().catch(() => undefined)
  }
  const ask = async () => {
    let answers = false
    try {
      if (!client) {
        client = new pg.Client({
          connectionString: url,
          connectionTimeoutMillis: askEveryMs,
          query_timeout: askEveryMs,
          application_name: 'zuspruch-node',
        })
        client.on('error', () => void leave())
        await client.connect()
      }
      answers = (await client.query(question)).rowCount === 1
    } catch {
      void leave()
    }
    if (closed) return void leave()
    silent = answers ? 0 : silent + 1
    tell(silent)
    timer = setTimeout(() => void ask(), askEveryMs).unref()
  }
  void ask()
  return {
    close: async () => {
      closed = true
      if (timer) clearTimeout(timer)
      await leave()
    },
  }
}
