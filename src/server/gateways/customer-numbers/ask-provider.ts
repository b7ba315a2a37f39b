import { fetchLimited } from '../http/fetch-limited.ts'

export const timeoutMs = 5_000

/**
 * Asks the provider for a customer number: 200 is yes, 404 no. Anything else, or five seconds, is an error, so that the job
 * retries. `address`: the tenant's URL with `{number}`; a bare path is of this host.
 */
export async function askProvider(
  address: string,
  number: string,
  publicOrigin: string,
): Promise<'checked' | 'unknown'> {
  const url = new URL(address.replaceAll('{number}', encodeURIComponent(number)), publicOrigin)
  const headers = { Accept: 'application/json' }
  // A full address is the tenant's, whichever host it names.
  const own = URL.canParse(address) ? null : publicOrigin
  const { status } = await fetchLimited(url, { timeoutMs, maxBytes: 0, headers, own })
  if (status === 200) return 'checked'
  if (status === 404) return 'unknown'
  throw new Error(`The provider answered ${status} about a customer number`)
}
