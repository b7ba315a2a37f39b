import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from './connection.ts'

export type Channel =
  | 'zuspruch_tenants'
  | 'zuspruch_clock'
  | 'zuspruch_outbox'
  | 'zuspruch_cache'
  | 'zuspruch_keys'

/** What the database knows the connection by: every process has one to listen, and each that runs jobs a second one. */
export type ListenerName = 'zuspruch-listen' | 'zuspruch-worker'

/** Notifies every process on commit. */
export async function notify(tx: Tx, channel: Channel, payload = ''): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(tx)
}

type Handlers = Partial<Record<Channel, (payload: string) => void>>

/**
 * Listens on its own connections and reconnects: on every node where somebody may commit, as a node tells those who listen there. `onConnect` runs
 * after every (re)connection, as messages in between are lost.
 */
export function listen(
  urls: string | readonly string[],
  handlers: Handlers,
  onConnect: () => void,
  name: ListenerName = 'zuspruch-listen',
): { close: () => Promise<void> } {
  const listeners = [urls].flat().map((url) => listenAt(url, handlers, onConnect, name))
  return {
    close: async () => {
      await Promise.all(listeners.map((one) => one.close()))
    },
  }
}

function listenAt(
  url: string,
  handlers: Handlers,
  onConnect: () => void,
  name: ListenerName,
): { close: () => Promise<void> } {
  let closed = false
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  const retry = () => {
    client = null
    if (!closed && !timer) timer = setTimeout(() => void open(), 500)
  }
  const open = async () => {
    timer = null
    const fresh = new pg.Client({
      connectionString: url,
      application_name: name,
      keepAlive: true,
    })
    fresh.on('error', () => {
      fresh.end().catch(() => undefined)
      if (client === fresh) retry()
    })
    fresh.on('end', () => {
      if (client === fresh) retry()
    })
    fresh.on('notification', (message) =>
      handlers[message.channel as Channel]?.(message.payload ?? ''),
    )
    try {
      await fresh.connect()
      client = fresh
      if (closed) {
        await fresh.end()
        return
      }
      for (const channel of Object.keys(handlers)) await fresh.query(`listen ${channel}`)
      onConnect()
    } catch {
      fresh.end().catch(() => undefined)
      retry()
    }
  }
  void open()
  return {
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
