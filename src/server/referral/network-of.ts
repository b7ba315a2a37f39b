import type { Call } from '../context.ts'

type Here = Pick<Call, 'deps' | 'tenant' | 'visitor'>

/**
 * Keyed hash of a visitor's network, different per referral: it only tells whether that referral was made and accepted from one
 * place. Names its key, as hashes of different keys cannot be compared.
 */
export function networkOf({ deps: { keys }, tenant, visitor }: Here, referral: string): string {
  return `${keys.newestId}.${keys.lookup(`network|${tenant.code}|${referral}|${visitor}`).slice(0, 22)}`
}

/** Whether a visitor is in the network of the referral's creation; null: unknown. */
export function isSameNetwork(
  here: Here,
  referral: { number: string; network_hash: string | null },
): boolean | null {
  const [key] = referral.network_hash?.split('.') ?? []
  if (key !== here.deps.keys.newestId) return null
  return referral.network_hash === networkOf(here, referral.number)
}
