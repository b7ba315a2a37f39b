import cluster from 'node:cluster'
import { hearCounts, shareCounts, type Counts } from './shared-counts.ts'

// A server of several processes: what each is, and what they tell each other by way of their parent (supervise.ts).

/** What a web process needs of the one that keeps what there is once: database, worker, inbox and the demo's pages. */
export type Kept = {
  port: number
  appUrl: string
  queueUrl: string
  embedded: boolean
  demoPort: number | null // null: no demo
}

/** `isWhole`: all that it keeps is up, so that the port may be opened. */
export type KeptMessage = { kind: 'kept'; kept: Kept; isWhole: boolean }
export type CountsMessage = { kind: 'counts'; counts: Counts }

export type ToParent =
  | 'ready'
  | 'stop'
  | { kind: 'share'; webProcesses: number }
  | KeptMessage
  | CountsMessage
export type FromParent = 'stop' | 'stop now' | 'all ready' | KeptMessage | CountsMessage

export type Part =
  | { kind: 'alone' }
  | { kind: 'keeper'; allReady: Promise<void> }
  | { kind: 'web'; kept: Kept; newest: () => Kept; whole: Promise<void> }

/** Nothing, if it was killed: a message that cannot be sent would be an exception that nobody handles. */
export function tellParent(message: ToParent): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

/** What the parent says, from now on. */
export function hearParent() {
  const first = Promise.withResolvers<Kept>()
  const whole = Promise.withResolvers<void>()
  const allReady = Promise.withResolvers<void>()
  let newest: Kept | null = null
  process.on('message', (message: FromParent) => {
    if (message === 'all ready') return allReady.resolve()
    if (typeof message === 'string') return
    if (message.kind === 'counts') return hearCounts(message.counts)
    newest = message.kept
    first.resolve(message.kept)
    if (message.isWhole) whole.resolve()
  })
  // A process of a cluster exits at once when its parent is killed; this one answers what it has in hand (main.ts).
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
  return {
    keeper: (): Part => ({ kind: 'keeper', allReady: allReady.promise }),
    web: async (): Promise<Extract<Part, { kind: 'web' }>> => {
      shareCounts((counts) => tellParent({ kind: 'counts', counts }))
      const kept = await first.promise
      return { kind: 'web', kept, newest: () => newest ?? kept, whole: whole.promise }
    },
  }
}
