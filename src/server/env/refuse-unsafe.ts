import { addressesOf } from './database-addresses.ts'
import { isLoopback } from './is-loopback.ts'
import { StartError } from './start-error.ts'

type Value = (name: string) => string | null
type Addresses = {
  databaseUrl: string | null
  queueUrl: string | null
  databaseOwnerUrl: string | null
  smtpUrl: string | null
  publicOrigin: string | null
}

/** What may not be outside the demo. Each is one StartError that says what to do. */
export function refuseUnsafe(value: Value, env: Addresses): void {
  if (value('ZUSPRUCH_DEV') !== null && value('ZUSPRUCH_DEV') !== '0') {
    throw new StartError(
      'ZUSPRUCH_DEV is set, but pages from their sources are for the demo only: take it away, or set DEMO=1.',
    )
  }
  // Node's own switch, for every connection of the process.
  if (value('NODE_TLS_REJECT_UNAUTHORIZED') === '0') {
    throw new StartError(
      'NODE_TLS_REJECT_UNAUTHORIZED is 0, so no certificate of any service would be checked: take it away, and name an own authority by NODE_EXTRA_CA_CERTS.',
    )
  }
  const { protocol, hostname } = new URL(env.publicOrigin ?? 'https://localhost')
  if (protocol === 'http:' && !isLoopback(hostname)) {
    throw new StartError(
      `PUBLIC_ORIGIN ${env.publicOrigin ?? ''} is without TLS: set it to https://, with a proxy in front that has a certificate.`,
    )
  }
  if (!isAllowed(value, 'ALLOW_PLAIN_DATABASE')) {
    for (const one of env.databaseUrl === null ? [] : addressesOf(env.databaseUrl))
      refusePlainDatabase('DATABASE_URL', one)
    refusePlainDatabase('QUEUE_URL', env.queueUrl)
    refusePlainDatabase('DATABASE_OWNER_URL', env.databaseOwnerUrl)
  }
  if (!isAllowed(value, 'ALLOW_PLAIN_SMTP')) refusePlainSmtp(env.smtpUrl)
}

/** Whether something unsafe is allowed by its name. */
export function isAllowed(value: Value, name: string): boolean {
  const text = value(name)
  if (text === null || text === '0' || text === '1') return text === '1'
  throw new StartError(`${name} is "${text}", but it must be 1, 0 or unset.`)
}

/** Of what stands more than once, the last counts for the driver. */
const last = (url: URL, name: string) => url.searchParams.getAll(name).at(-1) ?? ''

function refusePlainDatabase(name: string, text: string | null): void {
  if (text === null) return
  const url = new URL(text)
  // The driver prefers the parameter; a path is a socket of this machine.
  const host = last(url, 'host') || decodeURIComponent(url.hostname)
  if (host.startsWith('/') || isLoopback(host) || hasVerifiedTls(url)) return
  throw new StartError(
    `${name} leads to ${host} without TLS or without a check of its certificate: add ?sslmode=verify-full (and &sslrootcert=FILE for an own authority), or set ALLOW_PLAIN_DATABASE=1 for a closed network.`,
  )
}

/** As the driver reads it: require checks the certificate, too, unless it shall be like libpq. */
function hasVerifiedTls(url: URL): boolean {
  const mode = last(url, 'sslmode')
  if (last(url, 'uselibpqcompat') === 'true') return /^verify-(ca|full)$/.test(mode)
  if (mode !== '') return /^(require|verify-ca|verify-full)$/.test(mode)
  return /^(true|1)$/.test(last(url, 'ssl'))
}

function refusePlainSmtp(text: string | null): void {
  if (text === null) return
  const url = new URL(text)
  // More than once is a list for the driver, and neither a yes nor a no.
  const set = (name: string) => url.searchParams.getAll(name).join()
  const hasTls = url.protocol === 'smtps:' || /^(true|1)$/.test(set('requireTLS'))
  const isChecked = /^(|true|1)$/.test(set('tls.rejectUnauthorized'))
  if (isLoopback(url.hostname) || (hasTls && isChecked)) return
  throw new StartError(
    `SMTP_URL leads to ${url.hostname} without required TLS or without a check of its certificate: use smtps://, add ?requireTLS=true to smtp://, or set ALLOW_PLAIN_SMTP=1 for a closed network.`,
  )
}
