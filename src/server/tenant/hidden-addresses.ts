import { hideQuery, isHidden } from '../../domain/hidden-query.ts'
import type { Keys } from '../base/keys.ts'
import { findSecret, saveSecret, type AddressSecret } from '../base/secret-store.ts'
import type { Tx } from '../db/connection.ts'
import type { StoredTenant } from './read-tenant.ts'

// Settings with an address whose query may hold a key: the whole address is sealed, the settings hold dots in its place.

const addresses: Record<
  AddressSecret,
  {
    setting: string
    read: (tenant: StoredTenant) => string | null
    write: (tenant: StoredTenant, address: string) => StoredTenant
  }
> = {
  'product-feed-address': {
    setting: 'productApi.route',
    read: ({ productApi }) => productApi.route,
    write: (tenant, route) => ({ ...tenant, productApi: { ...tenant.productApi, route } }),
  },
  'customer-number-address': {
    setting: 'customerNumberCheck',
    read: ({ customerNumberCheck }) => customerNumberCheck ?? null,
    write: (tenant, customerNumberCheck) => ({ ...tenant, customerNumberCheck }),
  },
}
const names = Object.keys(addresses) as AddressSecret[]

const markOf = (hash: string) => hash.slice(0, 4)

/** An address's dots tell another key from this one: their mark is of its keyed hash, under any key of SECRET_KEY. */
function hide(keys: Keys, address: string, known: string | null): string {
  const ways = keys.lookups(address).map((hash) => hideQuery(address, markOf(hash)))
  return ways.find((way) => way === known) ?? hideQuery(address, markOf(keys.lookup(address)))
}

/** Names of addresses that stand open in stored settings: of before they were sealed. */
export const listOpen = (tenant: StoredTenant): AddressSecret[] =>
  names.filter((name) => {
    const address = addresses[name].read(tenant)
    return address !== null && hideQuery(address, '') !== address
  })

/** The settings as people may see them. @param stored what they are compared with */
export function hideAddresses(
  keys: Keys,
  tenant: StoredTenant,
  stored: StoredTenant = tenant,
): StoredTenant {
  return listOpen(tenant).reduce((hidden, name) => {
    const { read, write } = addresses[name]
    return write(hidden, hide(keys, read(tenant) ?? '', read(stored)))
  }, tenant)
}

/** Given settings with what their dots stand for here; a problem where nothing here is hidden so. */
export function keepAddresses(
  keys: Keys,
  given: StoredTenant,
  stored: StoredTenant | undefined,
): { tenant: StoredTenant; problems: string[] } {
  const problems: string[] = []
  const tenant = names.reduce((kept, name) => {
    const { read, write, setting } = addresses[name]
    const address = read(given)
    if (address === null || !isHidden(address)) return kept
    const known = stored && read(stored)
    if (known && (known === address || hide(keys, known, address) === address))
      return write(kept, known)
    problems.push(`${setting}: has a hidden key that is not kept here: give the whole address`)
    return kept
  }, given)
  return { tenant, problems }
}

/** Seals what stands open in settings that are stored hidden (`hideAddresses`). In a transaction of the tenant, whose row exists. */
export async function sealAddresses(
  tx: Tx,
  keys: Keys,
  tenant: StoredTenant,
  now: Temporal.Instant,
): Promise<void> {
  for (const name of listOpen(tenant))
    await saveSecret(tx, keys, tenant.code, name, addresses[name].read(tenant) ?? '', now)
}

/** The address that a setting stands for. Throws if its key is gone. */
export async function openAddress(
  tx: Tx,
  keys: Keys,
  tenant: string,
  name: AddressSecret,
  shown: string,
): Promise<string> {
  if (!isHidden(shown)) return shown
  const address = await findSecret(tx, keys, tenant, name)
  if (address === null) throw new Error(`The key of ${addresses[name].setting} is not kept here`)
  return address
}
