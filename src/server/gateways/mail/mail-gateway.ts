import type { Transporter } from 'nodemailer'

export type Mail = {
  /** Makes the Message-ID, so that a second delivery is recognisable. */
  id: string
  from: { name: string; address: string }
  to: string
  replyTo?: string | undefined // reply address, if not the sender
  subject: string
  date: Temporal.Instant // of the app's clock, which the demo moves
  html: string
  text: string
  pictures?: MailPart[]
  headers?: Record<string, string>
}

/** A picture shown by `cid:`. */
export type MailPart = { cid: string; bytes: Buffer; type: string }

export type MailGateway = {
  /** Resolves once the mail server accepts the mail; rejects with a MailError. */
  send: (mail: Mail) => Promise<void>
  close: () => void
}

/** Names no address, as it ends up in logs and servers repeat addresses. */
export class MailError extends Error {
  override name = 'MailError'
  /** Retrying is useless (SMTP 5xx). */
  readonly permanent: boolean
  constructor(message: string, permanent: boolean) {
    super(message)
    this.permanent = permanent
  }
}

/**
 * Sends by SMTP with a small pool. STARTTLS where offered; `?requireTLS=true` in SMTP_URL requires it, `smtps://` encrypts from
 * the start.
 */
export function openMailGateway(
  smtpUrl: string,
  load: () => Promise<Pick<typeof import('nodemailer'), 'createTransport'>> = () =>
    import('nodemailer'),
): MailGateway {
  let transport: Promise<Transporter> | null = null
  const make = async () => {
    const { createTransport } = await load()
    return createTransport(`${smtpUrl}${smtpUrl.includes('?') ? '&' : '?'}${limits.toString()}`, {
      // Templates must never read files or URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  // Loaded for the first mail; if that fails, for the next.
  const open = () =>
    (transport ??= make().catch((error: unknown) => {
      transport = null
      throw error
    }))
  return {
    async send({ id, from, to, replyTo, subject, date, html, text, pictures = [], headers }) {
      const host = from.address.split('@')[1] ?? 'localhost'
      const messageId = `<${id.replaceAll(/[^\w.-]/g, '')}@${host}>`
      try {
        await (
          await open()
        ).sendMail({
          messageId,
          from,
          // An object: a string is parsed as a list, where a comma adds recipients.
          to: { name: '', address: to },
          ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
          subject,
          date: new Date(date.epochMilliseconds),
          html,
          text,
          attachments: pictures.map(({ cid, bytes, type }) => ({
            cid,
            content: bytes,
            contentType: type,
            contentDisposition: 'inline',
            filename: `${cid.split('@')[0]}.${type.split('/')[1]}`,
          })),
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        })
      } catch (error) {
        throw toMailError(error)
      }
    },
    close: () =>
      void transport?.then(
        (opened) => opened.close(),
        () => undefined,
      ),
  }
}

/** Of a process that works on no jobs, and so mails nothing. */
export const noMailGateway: MailGateway = {
  send: async () => {
    throw new MailError('This process has no mail server: set SMTP_URL.', false)
  },
  close: () => undefined,
}

const limits = new URLSearchParams({
  pool: 'true',
  maxConnections: '3',
  maxMessages: '100',
  dnsTimeout: '5000',
  connectionTimeout: '10000',
  greetingTimeout: '10000',
  socketTimeout: '30000',
})

function toMailError(error: unknown): MailError {
  const { code, responseCode, message } = error as {
    code?: string
    responseCode?: number
    message?: string
  }
  const status = responseCode ? ` with ${responseCode}` : ''
  const reason = String(message ?? error).replaceAll(/<?[^\s<>@]+@[^\s<>@]+>?/g, '<address>')
  return new MailError(
    `The mail was not taken over${status} (${code ?? 'unknown'}): ${reason}`,
    responseCode !== undefined && responseCode >= 500,
  )
}
