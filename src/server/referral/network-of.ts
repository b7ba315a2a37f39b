import type { Call } from '../context.ts'

type Here = Pick<Call, 'deps' | 'tenant' | 'visitor'>

/**
 * Keyed hash of where a visitor sits in the network, another one for every referral, so that it tells nothing but whether that one
 * referral was made and accepted from one place. It names its key: what another key wrote cannot be compared.
 */
export function networkOf({ deps: { keys }, tenant, visitor }: Here, referral: string): string {
  return `${keys.newestId}.${keys.lookup(`network|${tenant.code}|${referral}|${visitor}`).slice(0, 22)}`
}

/** Whether a visitor sits where a referral was made; null where nobody knows. */
export function isSameNetwork(
  here: Here,
  referral: { number: string; network_hash: string | null },
): boolean | null {
  const [key] = referral.network_hash?.split('.') ?? []
  if (key !== here.deps.keys.newestId) return null
  return referral.network_hash === networkOf(here, referral.number)
}
