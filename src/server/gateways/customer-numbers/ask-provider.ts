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
  const answer = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
    headers: { Accept: 'application/json' },
  })
  await answer.body?.cancel()
  if (answer.status === 200) return 'checked'
  if (answer.status === 404) return 'unknown'
  throw new Error(`The provider answered ${answer.status} about a customer number`)
}
