// Its own process (dev-inbox.ts), so that the inbox costs the server no memory.
import { chmodSync, mkdirSync } from 'node:fs'
import type { IncomingMessage, Server } from 'node:http'
import { enableCompileCache } from 'node:module'
import { isLoopback } from '../../env/is-loopback.ts'
import { readLinks } from './read-links.ts'

/** A mail as in GET /demo/mails. */
export type InboxMail = {
  To: string[]
  Subject: string
  Text: string
  Html: string
  Links: string[]
  ReceivedAt: string // by the app's clock, not the machine's
}
/** With the demo inbox's sender: name, else address. */
export type KeptMail = InboxMail & { From: string }
export type InboxRequest = { ask: number; to: string | null }
export type InboxAnswer =
  | { kind: 'ready'; smtpPort: number; uiPort: number }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'mails'; ask: number; mails: KeptMail[] }

// Mails are private to the user, older ones included.
process.umask(0o077)

/** 5,000 took 418 MB, and 6 to 11 s of the start. */
const mostMails = 500

// Half of the start is loading maildev.
enableCompileCache()
const { MailDev } = await import('maildev')

const { smtpPort, uiPort, host, mailDirectory } = JSON.parse(process.argv[2] ?? '{}') as {
  smtpPort: number
  uiPort: number
  host: string
  mailDirectory: string
}

// The channel closes when the server ends in any way; an orphan would hold the port.
process.on('disconnect', () => process.exit(0))
// Sent to the whole group; the server still mails while it drains, then stops us.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)

const tell = (answer: InboxAnswer) => process.send?.(answer)

try {
  mkdirSync(mailDirectory, { recursive: true, mode: 0o700 })
  chmodSync(mailDirectory, 0o700)
  const { smtp, api, storage } = await new MailDev({
    smtp: smtpPort,
    ip: '127.0.0.1',
    web: uiPort,
    webIp: host,
    mailDirectory,
    maxEmails: mostMails, // in memory, and of the files at the start
    silent: true,
  }).start()
  if (api) guard(api.server.server)
  process.on('message', ({ ask, to }: InboxRequest) => {
    void storage.getAll().then((mails) => tell({ kind: 'mails', ask, mails: toList(mails, to) }))
  })
  tell({ kind: 'ready', smtpPort: smtp.getPort() ?? 0, uiPort: api?.getPort() ?? uiPort })
} catch (error) {
  const { code, message } = error as { code?: string; message?: string }
  tell({ kind: 'failed', code: code ?? '', message: message ?? String(error) })
  process.disconnect?.()
}

type Stored = {
  time: Date // its Date header
  subject: string
  text?: string
  html?: string
  headers: Record<string, unknown>
  from: { address: string; name?: string }[]
  envelope: { to: { address: string }[] }
}

function toList(mails: Stored[], to: string | null): KeptMail[] {
  const seen = new Set<unknown>()
  return mails
    .filter((mail) => {
      // A job may send twice; the Message-ID identifies the mail.
      const id = mail.headers['message-id'] ?? mail
      return !seen.has(id) && seen.add(id)
    })
    .map((mail) => ({
      To: mail.envelope.to.map(({ address }) => address),
      Subject: mail.subject,
      Text: mail.text ?? '',
      Html: mail.html ?? '',
      Links: readLinks(mail.html ?? ''),
      ReceivedAt: mail.time.toISOString(),
      From: mail.from[0]?.name || mail.from[0]?.address || '',
    }))
    .filter((mail) => to === null || mail.To.some((address) => address.toLowerCase() === to))
    .toReversed()
}

// The inbox allows any origin by CORS, so a foreign page could read the demo's mails and login links in its user's browser. Only
// own pages may.
function guard(server: Server): void {
  const allowed = ({ headers }: IncomingMessage) => {
    const own = URL.parse(`http://${headers.host ?? ''}`)
    const origin = headers.origin ? URL.parse(headers.origin) : own
    return own !== null && isLoopback(own.hostname) && origin?.host === own.host
  }
  const requests = server.listeners('request')
  const upgrades = server.listeners('upgrade')
  server.removeAllListeners('request').removeAllListeners('upgrade')
  server.on('request', (request, response) => {
    if (!allowed(request)) return void response.writeHead(403).end()
    for (const listener of requests) listener.call(server, request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    if (!allowed(request)) return void socket.destroy()
    for (const listener of upgrades) listener.call(server, request, socket, head)
  })
}
