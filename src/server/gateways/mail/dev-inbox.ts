import { fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '../../start-error.ts'
import type { InboxAnswer, KeptMail, InboxRequest } from './dev-inbox-process.ts'

export type DevInbox = {
  smtpUrl: string
  uiUrl: string
  /** Newest first, of one recipient or of all; a mail that arrived twice shows once. */
  list: (to?: string) => Promise<KeptMail[]>
  close: () => Promise<void>
}

/**
 * Starts the development inbox in a process of its own: SMTP on a free loopback port, its page on
 * `uiPort` (0: a free one). Mails are kept in DATA_DIR/inbox. It ends with this process, even by kill -9.
 */
export async function startDevInbox(options: {
  uiPort: number
  host: string
  dataDir: string
}): Promise<DevInbox> {
  const { uiPort, host, dataDir } = options
  const cache = process.env['NODE_COMPILE_CACHE']
  const settings = { uiPort, host, mailDirectory: join(dataDir, 'inbox') }
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
  const started = Promise.withResolvers<{ smtpPort: number; uiPort: number }>()
  const ended = Promise.withResolvers<void>()
  child.on('message', (answer: InboxAnswer) => {
    if (answer.kind === 'ready') started.resolve(answer)
    if (answer.kind === 'failed') started.reject(explain(answer, options))
    if (answer.kind === 'mails') waiting.get(answer.ask)?.resolve(answer.mails)
  })
  const fail = () => {
    const error = new Error('The development inbox is not running.')
    started.reject(error)
    for (const { reject } of waiting.values()) reject(error)
    ended.resolve()
  }
  child.once('error', fail)
  child.once('exit', fail)
  const ports = await started.promise
  return {
    smtpUrl: `smtp://127.0.0.1:${ports.smtpPort}`,
    uiUrl: `http://${host.includes(':') ? `[${host}]` : host}:${ports.uiPort}`,
    async list(to) {
      const answer = Promise.withResolvers<KeptMail[]>()
      const request: InboxRequest = { ask: ++asked, to: to?.toLowerCase() ?? null }
      waiting.set(request.ask, answer)
      child.send(request, (error) => error && answer.reject(error))
      return answer.promise.finally(() => waiting.delete(request.ask))
    },
    async close() {
      child.disconnect()
      await ended.promise
    },
  }
}

function explain(
  { code, message }: { code: string; message: string },
  { uiPort, host }: { uiPort: number; host: string },
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
