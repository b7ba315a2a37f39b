import nodemailer from 'nodemailer'

export type Mail = {
  /** Ours; makes the Message-ID, so a second delivery of the same mail can be recognised. */
  id: string
  from: { name: string; address: string }
  to: string
  replyTo?: string | undefined // whom an answer goes to, where that is not the sender
  subject: string
  date: Temporal.Instant // of the app's clock, which the demo moves
  html: string
  text: string
  pictures?: MailPart[]
  headers?: Record<string, string>
}

/** A picture that the HTML shows by `cid:`. */
export type MailPart = { cid: string; bytes: Buffer; type: string }

export type MailGateway = {
  /** Resolves when the mail server has taken the mail over; rejects with a MailError otherwise. */
  send: (mail: Mail) => Promise<void>
  close: () => void
}

/** Names no address: mail servers repeat them in their answers, and this ends up in logs. */
export class MailError extends Error {
  override name = 'MailError'
  /** The server said that trying again is useless (SMTP 5xx). */
  readonly permanent: boolean
  constructor(message: string, permanent: boolean) {
    super(message)
    this.permanent = permanent
  }
}

/**
 * Sends over SMTP with a small pool of connections. STARTTLS is used where the server offers it;
 * `?requireTLS=true` in SMTP_URL insists on it, `smtps://` encrypts from the start.
 */
export function openMailGateway(smtpUrl: string): MailGateway {
  const transport = nodemailer.createTransport(
    `${smtpUrl}${smtpUrl.includes('?') ? '&' : '?'}${limits.toString()}`,
    {
      // A template must never make the server read a file or fetch an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  )
  return {
    async send({ id, from, to, replyTo, subject, date, html, text, pictures = [], headers }) {
      const host = from.address.split('@')[1] ?? 'localhost'
      const messageId = `<${id.replaceAll(/[^\w.-]/g, '')}@${host}>`
      try {
        await transport.sendMail({
          messageId,
          from,
          // An object, since a text is a list in which a comma adds another recipient.
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
    close: () => transport.close(),
  }
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
