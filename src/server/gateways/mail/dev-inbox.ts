import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fail } from '../../errors.ts'
import { StartError } from '../../env/start-error.ts'
import type { InboxAnswer, KeptMail, InboxRequest } from './dev-inbox-process.ts'

export type DevInbox = {
  smtpUrl: string
  uiUrl: string
  /** The inbox's process id; changes with a restart. */
  readonly pid: number | undefined
  /** Newest first, by recipient or all; duplicates show once. */
  list: (to?: string) => Promise<KeptMail[]>
  close: () => Promise<void>
}

type Options = { uiPort: number; host: string; dataDir: string; answerMs?: number }

const firstPauseMs = 100
const longestPauseMs = 5_000
const longestAnswerMs = 8_000

/**
 * Starts the development inbox in its own process: SMTP on a free loopback port, its page on `uiPort` (0: a free one), mails in
 * DATA_DIR/inbox. Restarted on the same ports if it dies; ends with this process, even by kill -9.
 */
export async function startDevInbox(options: Options): Promise<DevInbox> {
  let closing = false
  const first = await runInbox(options, { smtpPort: 0, uiPort: options.uiPort })
  const { ports } = first
  let current = Promise.resolve(first)
  let newest = first
  const follow = (inbox: Running) => {
    newest = inbox
    void inbox.ended.then(() => {
      if (closing) return
      current = again()
      current.catch(() => undefined)
    })
    return inbox
  }
  // The dying process may hold the ports for a moment.
  const again = async (pauseMs = firstPauseMs): Promise<Running> => {
    await wait(pauseMs, undefined, { ref: false })
    if (closing) throw notRunning()
    try {
      return follow(await runInbox(options, ports))
    } catch {
      return again(Math.min(2 * pauseMs, longestPauseMs))
    }
  }
  follow(first)
  const { host } = options
  return {
    smtpUrl: `smtp://127.0.0.1:${ports.smtpPort}`,
    uiUrl: `http://${host.includes(':') ? `[${host}]` : host}:${ports.uiPort}`,
    get pid() {
      return newest.pid
    },
    async list(to) {
      const ask = async () => (await current).list(to?.toLowerCase() ?? null)
      const answer = ask().catch((error: unknown) => {
        if (closing) throw error
        return ask()
      })
      // A stopped or failing process never answers.
      const late = wait(options.answerMs ?? longestAnswerMs, undefined, { ref: false })
      return Promise.race([
        answer,
        late.then(() => {
          throw fail('unavailable', { retryAfterSeconds: 2 })
        }),
      ])
    },
    async close() {
      closing = true
      await newest.close()
    },
  }
}

const notRunning = () => new Error('The development inbox is not running.')

type Ports = { smtpPort: number; uiPort: number }
type Running = {
  pid: number | undefined
  ports: Ports
  list: (to: string | null) => Promise<KeptMail[]>
  close: () => Promise<void>
  ended: Promise<void>
}

async function runInbox(options: Options, wanted: Ports): Promise<Running> {
  const cache = process.env['NODE_COMPILE_CACHE']
  const settings = { ...wanted, host: options.host, mailDirectory: join(options.dataDir, 'inbox') }
  const child = fork(
    fileURLToPath(new URL('./dev-inbox-process.ts', import.meta.url)),
    [JSON.stringify(settings)],
    {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_ENV: 'production',
        ...(cache ? { NODE_COMPILE_CACHE: cache } : {}),
      },
    },
  )
  const waiting = new Map<number, PromiseWithResolvers<KeptMail[]>>()
  let asked = 0
  const started = Promise.withResolvers<Ports>()
  const ended = Promise.withResolvers<void>()
  child.on('message', (answer: InboxAnswer) => {
    if (answer.kind === 'ready') started.resolve(answer)
    if (answer.kind === 'failed') started.reject(explain(answer, options))
    if (answer.kind === 'mails') waiting.get(answer.ask)?.resolve(answer.mails)
  })
  const giveUp = () => {
    started.reject(notRunning())
    for (const { reject } of waiting.values()) reject(notRunning())
    ended.resolve()
  }
  child.once('error', giveUp)
  child.once('exit', giveUp)
  const { smtpPort, uiPort } = await started.promise
  return {
    pid: child.pid,
    ports: { smtpPort, uiPort },
    async list(to) {
      const answer = Promise.withResolvers<KeptMail[]>()
      const request: InboxRequest = { ask: ++asked, to }
      waiting.set(request.ask, answer)
      child.send(request, (error) => error && answer.reject(error))
      return answer.promise.finally(() => waiting.delete(request.ask))
    },
    async close() {
      if (child.connected) child.disconnect()
      await ended.promise
    },
    ended: ended.promise,
  }
}

function explain(
  { code, message }: { code: string; message: string },
  { uiPort, host }: Options,
): StartError {
  if (code === 'EADDRINUSE') {
    return new StartError(
      `MAIL_UI_PORT ${uiPort} is in use by another program: stop that one, or set MAIL_UI_PORT to a free port.`,
    )
  }
  if (code === 'EACCES') {
    return new StartError(
      `MAIL_UI_PORT ${uiPort} may not be opened by this user: set MAIL_UI_PORT to one above 1023.`,
    )
  }
  return new StartError(
    `The development inbox cannot start on ${host} (${message}): set SMTP_URL to use a mail server.`,
  )
}
