import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isLoopback } from '../../env/is-loopback.ts'
import type { OutboundRules } from '../../env/outbound-hosts.ts'
import { OutsideError } from './outside-error.ts'

// Where the server may ask by HTTP (decision 911): of the process, as its settings are.

const closed: OutboundRules = { listed: null }
let rules: OutboundRules | null = closed

/** Set at the start; null: anything, for the demo and tests. Until then as without settings. */
export function limitOutgoing(given: OutboundRules | null): void {
  rules = given
}

/** An address of the installation's own settings, for a request that these ask for: its host is asked, also in a private network. */
export type Own = string | null

const isOwn = (host: string, own: Own) => own !== null && host === bare(new URL(own).hostname)

/** Whether the list has a host, by its name or by one above it. */
export function isListed(host: string, listed: readonly string[]): boolean {
  return listed.some((entry) =>
    entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : entry === host,
  )
}

const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

/** Throws for a host that is not to be asked. Its addresses are judged when they are known (`lookupFor`). */
export function checkTarget({ protocol, hostname, origin }: URL, own: Own = null): void {
  if (rules === null) return
  const host = bare(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(host)))
    throw refused(`${origin} is without TLS`)
  if (rules.listed && !isListed(host, rules.listed) && !isOwn(host, own))
    throw refused(`OUTBOUND_HOSTS does not name ${host}`)
  if (isIP(host) > 0) checkAddress(host, host, own)
}

/** The same as a sentence; null where it may be asked. */
export function whyNotAsked(url: URL): string | null {
  try {
    checkTarget(url)
    return null
  } catch (error) {
    return (error as OutsideError).message
  }
}

/**
 * The system's look-up, refusing a name of which any address is not to be asked. What it gives is what the connection uses, so a name
 * that leads elsewhere a moment later (DNS rebinding) is judged again.
 */
export const lookupFor =
  (own: Own): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      try {
        for (const { address } of found) checkAddress(address, bare(hostname.toLowerCase()), own)
      } catch (refusal) {
        return done(refusal as Error, [])
      }
      if (options.all) return done(null, found)
      const [first] = found as [LookupAddress]
      done(null, first.address, first.family)
    })
  }

function checkAddress(address: string, host: string, own: Own): void {
  if (rules === null) return
  const judged = judgeAddress(address)
  // The list names one by one whose private addresses are meant.
  const isMeant = isOwn(host, own) || (rules.listed?.includes(host) ?? false)
  if (judged === 'public' || (judged === 'private' && isMeant)) return
  throw refused(
    judged === 'never'
      ? `${host} leads to ${address}, which no service has`
      : `${host} is in a private network (${address}), and OUTBOUND_HOSTS does not name it`,
  )
}

const refused = (why: string) => new OutsideError('not-allowed', `Not asked: ${why}.`)

/** Networks of services inside: asked only where the installation names the host. */
const inside = listOf([
  '10.0.0.0/8',
  '100.64.0.0/10', // of carriers
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '::1/128',
  'fc00::/7',
  'fec0::/10',
])

/** What identifies machines to their cloud, or is no service's address at all. */
const nowhere = listOf([
  '0.0.0.0/8',
  '100.100.100.200/32', // metadata
  '168.63.129.16/32', // metadata
  '169.254.0.0/16', // link-local, metadata
  '192.0.0.0/24',
  '224.0.0.0/3', // multicast, reserved, broadcast
  '::/128',
  '64:ff9b:1::/48',
  '2001::/32', // IPv4 within, by relays that nobody needs any more
  '2002::/16',
  'fd00:ec2::254/128', // metadata
  'fe80::/10',
  'ff00::/8',
])

function listOf(networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

const translated = listOf(['64:ff9b::/96'])

export function judgeAddress(address: string): 'public' | 'private' | 'never' {
  const [text = ''] = address.split('%')
  const family = isIP(text)
  if (family === 0) return 'never'
  const kind = family === 6 ? 'ipv6' : 'ipv4'
  // A gateway's address of an IPv4 one.
  if (kind === 'ipv6' && translated.check(text, kind)) return judgeAddress(lastFourBytes(text))
  if (nowhere.check(text, kind)) return 'never'
  return inside.check(text, kind) ? 'private' : 'public'
}

function lastFourBytes(address: string): string {
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':')
  const [high, low] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16))
  return [high! >> 8, high! & 255, low! >> 8, low! & 255].join('.')
}
