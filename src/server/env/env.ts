import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { readAddress, readOwnerUrl, readQueueUrl } from './database-addresses.ts'
import { isLoopback } from './is-loopback.ts'
import { readOutboundHosts, type OutboundRules } from './outbound-hosts.ts'
import { readOperatorSignOn, type OperatorSignOn } from './operator-sign-on.ts'
import { isAllowed, refuseUnsafe } from './refuse-unsafe.ts'
import { readSecretFiles } from './secret-files.ts'
import { keepSecretKey, readSecretKeys, strongKeys } from './secret-keys.ts'
import { StartError } from './start-error.ts'

const roles = ['web', 'worker', 'all'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type Env = {
  /** 0: chosen by the system. */
  port: number
  host: string
  /** Absolute path; not created here. */
  dataDir: string
  bankFolder: string | null // with a folder per tenant for the bank's files
  /** The app's login, of several nodes with their addresses (addressesOf); null starts the embedded database. */
  databaseUrl: string | null
  /** The node that has the queue, one address; null with the embedded database. */
  queueUrl: string | null
  /** The owner's login, which migrates; null: migrated by others. */
  databaseOwnerUrl: string | null
  /** null: nothing is mailed from here, or to the development inbox. */
  smtpUrl: string | null
  /** Opens the development inbox: never outside the demo. */
  inbox: boolean
  healthPort: number | null // null: health is asked at the port of all
  mailUiPort: number
  /** Origin of links in mails; null: http://localhost with the port. */
  publicOrigin: string | null
  /** The console's host, with the scheme and port of publicOrigin; null: betrieb before publicOrigin's. */
  operatorHost: string | null
  /** The company's OpenID Connect provider, for operators; null: not offered. */
  operatorSignOn: OperatorSignOn | null
  /** Newest first; the newest encrypts, all decrypt. */
  secretKeys: string[]
  /** Where the server may ask by HTTP; null: anywhere, in the demo. */
  outbound: OutboundRules | null
  role: (typeof roles)[number]
  /** How many processes answer requests: with one, the worker is in it. */
  webProcesses: number
  logLevel: (typeof logLevels)[number]
  /** Every how many successful clicks and pictures have a line in the log. */
  logSample: number
  /** Trusted proxies for X-Forwarded-*: addresses or their number. */
  trustedProxies: string[] | number
  /** How long it still answers after SIGTERM, while it says that it is not ready. */
  drainSeconds: number
  demo: boolean
}

type Source = Record<string, string | undefined>

/**
 * Reads the environment (domain.md section 7). Invalid or missing values throw a StartError of one sentence. Secrets may
 * be in files (secret-files.ts). The demo creates SECRET_KEY once and stores it in DATA_DIR.
 */
export function readEnv(source: Source): Env {
  const given = readSecretFiles(source)
  const value = (name: string) => given[name]?.trim() || null
  const host = readHost(value('HOST'))
  const databaseUrl = readAddress('DATABASE_URL', value('DATABASE_URL'), true)
  const queueUrl = readQueueUrl(value('QUEUE_URL'), databaseUrl)
  const demo = readDemo(value('DEMO'), host, databaseUrl)
  const role = oneOf('ROLE', value('ROLE'), roles, 'all')
  if (!databaseUrl && !demo) throw missingDatabase(host)
  if (!databaseUrl && role !== 'all') {
    throw new StartError(
      `ROLE is ${role}, but the embedded database belongs to one process: set DATABASE_URL, or ROLE=all.`,
    )
  }
  const smtpUrl = readSmtpUrl(value('SMTP_URL'), demo, role)
  const dataDir = resolve(value('DATA_DIR') ?? './data')
  const inbox = demo && smtpUrl === null
  const ports = readPorts(value('PORT'), value('MAIL_UI_PORT'), inbox)
  const publicOrigin = readPublicOrigin(value('PUBLIC_ORIGIN'), demo)
  const operatorSignOn = readOperatorSignOn(value)
  const listed = readOutboundHosts(value('OUTBOUND_HOSTS'))
  const env = {
    ...ports,
    host,
    dataDir,
    bankFolder: value('BANK_FOLDER'),
    healthPort:
      value('HEALTH_PORT') === null ? null : readPort('HEALTH_PORT', value('HEALTH_PORT'), 0),
    databaseUrl,
    queueUrl,
    databaseOwnerUrl: readOwnerUrl(value('DATABASE_OWNER_URL'), databaseUrl, queueUrl),
    smtpUrl,
    inbox,
    publicOrigin,
    operatorHost: readOperatorHost(value('OPERATOR_HOST')),
    operatorSignOn,
    // The demo's own services are on this machine.
    outbound: demo && listed === null ? null : { listed },
    role,
    webProcesses: readWebProcesses(value('WEB_PROCESSES')),
    logLevel: oneOf('LOG_LEVEL', value('LOG_LEVEL'), logLevels, 'info'),
    logSample: readLogSample(value('LOG_SAMPLE')),
    trustedProxies: readProxies(value('TRUSTED_PROXIES')),
    drainSeconds: readDrainSeconds(value('DRAIN_SECONDS'), demo),
    demo,
  }
  if (!demo) refuseUnsafe(value, env)
  // Last, as it may write a file: a refused start leaves nothing behind.
  return { ...env, secretKeys: readKeys(value, demo, dataDir) }
}

/** A core is left to the worker and the database. */
function readWebProcesses(text: string | null): number {
  if (text === null) return Math.max(1, availableParallelism() - 1)
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  throw new StartError(
    `WEB_PROCESSES is "${text}", but it must be a whole number from 1 to 99: how many processes answer requests.`,
  )
}

function readLogSample(text: string | null): number {
  if (text === null) return 1
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new StartError(
    `LOG_SAMPLE is "${text}", but it must be a whole number from 1 to 9999: every how many clicks and pictures are logged.`,
  )
}

function readDrainSeconds(text: string | null, demo: boolean): number {
  // Whoever tries the demo stops it by hand.
  if (text === null) return demo ? 0 : 10
  if (/^\d{1,3}$/.test(text)) return Number(text)
  throw new StartError(
    `DRAIN_SECONDS is "${text}", but it must be a whole number from 0 to 999: how long the server still answers after SIGTERM.`,
  )
}

function readProxies(text: string | null): string[] | number {
  if (text === null) return []
  if (/^\d$/.test(text)) return Number(text)
  const addresses = text.split(',').map((part) => part.trim())
  if (addresses.every((address) => isIP(address.split('/')[0] ?? '') > 0)) return addresses
  throw new StartError(
    'TRUSTED_PROXIES is neither a number of proxies (0 to 9) nor a list of addresses: set it like 1 or 10.0.0.5,10.0.0.0/24.',
  )
}

function readKeys(value: (name: string) => string | null, demo: boolean, dataDir: string) {
  const text = value('SECRET_KEY')
  const keys = text === null ? null : readSecretKeys(text)
  if (demo) return keys ?? [keepSecretKey(dataDir)]
  if (keys !== null) return strongKeys(keys, isAllowed(value, 'ALLOW_WEAK_OLD_KEY'))
  throw new StartError(
    'SECRET_KEY is missing: set it to at least 32 random bytes, for example from "openssl rand -base64 48".',
  )
}

function readPorts(port: string | null, mailUiPort: string | null, inbox: boolean) {
  const ports = {
    port: readPort('PORT', port, 3000),
    mailUiPort: readPort('MAIL_UI_PORT', mailUiPort, 1080),
  }
  if (inbox && ports.port === ports.mailUiPort && ports.port !== 0) {
    throw new StartError(
      `PORT and MAIL_UI_PORT are both ${ports.port}: give the development inbox another port with MAIL_UI_PORT.`,
    )
  }
  return ports
}

function readPort(name: string, text: string | null, fallback: number): number {
  if (text === null) return fallback
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new StartError(`${name} is "${text}", but it must be a whole number from 0 to 65535.`)
}

function readHost(text: string | null): string {
  if (text === null) return '127.0.0.1'
  const host = text.replace(/^\[(.*)\]$/, '$1')
  if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host) || /^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(host)) {
    return host
  }
  throw new StartError(
    `HOST is "${text}", but it must be an address or a host name without scheme and port, for example 127.0.0.1.`,
  )
}

function readDemo(text: string | null, host: string, databaseUrl: string | null): boolean {
  if (text !== null && text !== '0' && text !== '1') {
    throw new StartError(`DEMO is "${text}", but it must be 1, 0 or unset.`)
  }
  // The demo logs anyone in as anyone, so it listens on loopback only.
  if (text === '1' && !isLoopback(host)) {
    throw new StartError(
      `DEMO=1 asks for the demo on the public address ${host}: set HOST=127.0.0.1, or run without DEMO.`,
    )
  }
  return text === '1' || (text === null && databaseUrl === null && isLoopback(host))
}

function missingDatabase(host: string): StartError {
  const why = isLoopback(host) ? 'DEMO=0 turns the demo off' : `HOST ${host} is a public address`
  return new StartError(
    `DATABASE_URL is missing: set it to a PostgreSQL 18 database, because ${why} and the embedded database is for the demo only.`,
  )
}

function readSmtpUrl(text: string | null, demo: boolean, role: Env['role']): string | null {
  if (text === null) {
    if (demo || role === 'web') return null
    throw new StartError(
      'SMTP_URL is missing: set it to the mail server, for example smtp://user:password@mail.example:587.',
    )
  }
  const url = parseUrl(text)
  if (url && /^smtps?:$/.test(url.protocol) && url.hostname && !/^\/./.test(url.pathname)) {
    return text
  }
  throw new StartError(
    'SMTP_URL is not a mail server address: it must look like smtp://user:password@host:587 or smtps://user:password@host:465.',
  )
}

function readPublicOrigin(text: string | null, demo: boolean): string | null {
  if (text === null) {
    if (demo) return null
    throw new StartError(
      'PUBLIC_ORIGIN is missing: set it to the scheme and port that people use, for example https://empfehlen.example.',
    )
  }
  const url = parseUrl(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || !/^\/?$/.test(tail(url))) {
    throw new StartError(
      `PUBLIC_ORIGIN is not an origin: it must be http:// or https:// with a host and maybe a port, nothing behind it.`,
    )
  }
  if (demo && !isLoopback(url.hostname)) {
    throw new StartError(
      `PUBLIC_ORIGIN ${url.origin} is a public address, but this is the demo: set DATABASE_URL and DEMO=0, or leave PUBLIC_ORIGIN out.`,
    )
  }
  return url.origin
}

function readOperatorHost(text: string | null): string | null {
  if (text === null) return null
  const host = text.toLowerCase()
  if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host)) return host
  throw new StartError(
    `OPERATOR_HOST is "${text}", but it must be a host name without scheme and port, for example betrieb.empfehlen.example.`,
  )
}

const tail = (url: URL) => url.pathname + url.search + url.hash

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

function oneOf<const T extends readonly string[]>(
  name: string,
  text: string | null,
  known: T,
  fallback: T[number],
): T[number] {
  if (text === null) return fallback
  const found = known.find((candidate) => candidate === text)
  if (found !== undefined) return found
  throw new StartError(`${name} is "${text}", but it must be one of ${known.join(', ')}.`)
}
