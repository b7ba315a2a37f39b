const timeoutMs = 5_000

/**
 * Asks the provider whether it has a customer with that number: 200 is yes, 404 is no. Anything else, and no answer in five seconds,
 * is an error, so that the job asks again. `address` is the tenant's setting with `{number}` in it; a path alone is of this host.
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
