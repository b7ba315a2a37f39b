import { resolve, relative } from 'node:path'
import type pg from 'pg'

export type Sent = { text: string; sender: string }

/** What the product sent, each text once. */
export type Book = { sent: Sent[]; tries: Map<string, number> }
export const makeBook = (): Book => ({ sent: [], tries: new Map() })

/** Of this process, whose test files run one after another. */
export const book = makeBook()

const root = resolve(import.meta.dirname, '../../..')
// What stands between a store and its connection.
const passing = ['src/server/db/connection.ts', 'src/server/db/together.ts']
// Naming the sender costs a stack; a text of a test's own is asked about only so often.
const mostTries = 5

/** Notes the statements that the product sends over a pool; not those of the tests themselves. */
export function recordSent(pool: pg.Pool, into: Book = book): void {
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      if (typeof args[0] === 'string') note(into, args[0])
      return send(...args)
    }) as typeof client.query
  })
}

function note({ sent, tries }: Book, text: string): void {
  const before = tries.get(text) ?? 0
  if (before >= mostTries) return
  const sender = findSender()
  const isOurs = sender.startsWith('src/') && !/\.test(-helper)?\.ts/.test(sender)
  tries.set(text, isOurs ? mostTries : before + 1)
  if (isOurs) sent.push({ text, sender })
}

/** File and function that sends, as "src/server/jobs/store.ts isBusy". */
function findSender(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const { stack = '' } = new Error('Who sends?')
  Error.stackTraceLimit = stackTraceLimit
  for (const line of stack.split('\n').slice(1)) {
    const [, name = '', path = ''] =
      /at (?:async )?(?:(\S+) \()?(?:file:\/\/)?(\/[^:)]+)/.exec(line) ?? []
    const file = path && relative(root, path)
    const isPassed =
      /^\.\.|node_modules|^test\/helpers\/routed/.test(file) || passing.includes(file)
    if (file && !isPassed) return `${file} ${name}`.trim()
  }
  return ''
}
