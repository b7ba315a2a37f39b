import { StartError } from './start-error.ts'

/**
 * The addresses of postgres://user:password@node1:5432,node2:5433/database, one for each node; of one address itself, as it is. A password
 * and whatever else follows are the same for all.
 */
export function addressesOf(text: string): [string, ...string[]] {
  const [, scheme = '', authority = '', rest = ''] = /^([^/]*\/\/)([^/?#]*)(.*)$/s.exec(text) ?? []
  const login = authority.slice(0, authority.lastIndexOf('@') + 1)
  const [first, ...more] = authority.slice(login.length).split(',')
  if (first === undefined || more.length === 0) return [text]
  const of = (host: string) => `${scheme}${login}${host.trim()}${rest}`
  return [of(first), ...more.map(of)]
}

/** As users and logs may see an address. */
export const placeOf = (address: string): string => new URL(address).host

const looksLikeOne = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname } = new URL(text)
  return /^postgres(ql)?:$/.test(protocol) && hostname !== '' && pathname.length > 1
}

/** @param many nodes of one database may be given, separated by commas */
export function readAddress(name: string, text: string | null, many = false): string | null {
  if (text === null) return null
  const addresses = addressesOf(text)
  if (addresses.length > 1 && !many)
    throw new StartError(
      `${name} has several addresses, but it must be one: of a database of several nodes the coordinator's.`,
    )
  if (!addresses.every(looksLikeOne))
    throw new StartError(
      `${name} is not a database address: it must look like postgres://user:password@host:5432/database${many ? ', with several nodes like host1:5432,host2:5432' : ''}.`,
    )
  if (new Set(addresses.map(placeOf)).size < addresses.length)
    throw new StartError(`${name} names a node twice: give each address once.`)
  // The driver prefers these, so all addresses would lead to one place.
  const { searchParams } = new URL(addresses[0])
  if (addresses.length > 1 && (searchParams.has('host') || searchParams.has('port')))
    throw new StartError(
      `${name} has several addresses and a parameter host or port, which leads all of them to one: take the parameter away.`,
    )
  return text
}

/**
 * Where the queue is, and where commands and the console connect: one node. Default: the first of DATABASE_URL.
 */
export function readQueueUrl(text: string | null, databaseUrl: string | null): string | null {
  const queue = readAddress('QUEUE_URL', text)
  if (databaseUrl === null) {
    if (queue === null) return null
    throw new StartError(
      'QUEUE_URL is set without DATABASE_URL: set both, or neither for the embedded database.',
    )
  }
  return queue ?? addressesOf(databaseUrl)[0]
}

export function readOwnerUrl(
  text: string | null,
  databaseUrl: string | null,
  queueUrl: string | null,
): string | null {
  const owner = readAddress('DATABASE_OWNER_URL', text)
  if (owner === null) return null
  if (databaseUrl === null || queueUrl === null) {
    throw new StartError(
      'DATABASE_OWNER_URL is set without DATABASE_URL: set both, or neither for the embedded database.',
    )
  }
  // Row security does not bind a table's owner (domain.md section 2), so the logins must differ.
  for (const [name, url] of [
    ['DATABASE_URL', addressesOf(databaseUrl)[0]],
    ['QUEUE_URL', queueUrl],
  ] as const)
    if (new URL(owner).username === new URL(url).username)
      throw new StartError(
        `DATABASE_OWNER_URL names the same login as ${name}: the app needs a login of its own that owns no tables.`,
      )
  return owner
}
