import type { ErrorName } from '../../domain/errors.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { matchClaims } from '../order/end-claim.ts'
import { recordOrder, type FeedOrder } from '../order/record-order.ts'
import type { UnmatchedOrder } from '../order/unmatched-store.ts'
import { recordPartnerOrder } from '../order/record-partner-order.ts'
import { lockOrder } from '../order/store.ts'
import { askToClaim } from '../referral/ask-to-claim.ts'
import { mailStep } from '../referral/mail-step.ts'
import { isCappedByYear } from '../referral/used-cap.ts'
import { mailIfCapped } from './capped-reward.ts'
import { readOrderFacts } from './release-store.ts'
import { cancelOrder } from './cancel-order.ts'
import { doubtCancellation } from './doubt-cancellation.ts'
import { refreshReferral } from './refresh-referral.ts'

/** Result of a line; `number` is our order number, `fields` are wire names. */
export type ImportedOrder =
  | { kind: 'new'; number: string; kept?: UnmatchedOrder } // what was known of it while it fitted nobody
  | { kind: 'unchanged' | 'stays-cancelled'; number: string }
  | { kind: 'cancelled'; number: string; lostCents: number } // of what was released
  | { kind: 'lost-cancelled' }
  | { kind: 'failed'; error: ErrorName; fields: string[]; isKept?: boolean; uncancelled?: string }

/**
 * Source of an order: the provider's call, a file, the demo's shop; or a contract of the feed that fitted nobody, by a claim or by an
 * operator.
 */
export type OrderSource = 'feed' | 'file' | 'shop' | 'claim' | 'hand'

/**
 * Imports an order line and its consequences: confirms the recipient's data, cancels rewards, updates the referral, asks an
 * unclaimed referral's maker to claim it, answers those who said that it is missing. Idempotent by the provider's order number. Run
 * through retryConflict(). @param claimId by which it comes: its answer is the caller's
 */
export async function importOrder(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys' | 'publicOrigin'>,
  tenant: Tenant,
  line: FeedOrder,
  source: OrderSource,
  actor: Actor,
  claimId: string | null = null,
): Promise<ImportedOrder> {
  const ofPartner = await recordPartnerOrder(tx, tenant, line, {
    source,
    actor,
    now: deps.clock.now(),
  })
  if (ofPartner) return ofPartner
  const recorded = await recordOrder(tx, tenant, line, {
    source,
    actor,
    now: deps.clock.now(),
    keys: deps.keys,
  })
  switch (recorded.kind) {
    case 'failed':
      if (recorded.uncancelled) {
        const at = deps.clock.now()
        await doubtCancellation(tx, tenant, recorded.uncancelled, { source, actor, at })
      }
      return recorded
    case 'lost-cancelled':
      return recorded
    case 'unchanged':
      return {
        kind: recorded.staysCancelled ? 'stays-cancelled' : 'unchanged',
        number: recorded.number,
      }
    case 'to-cancel': {
      const answer = await cancelOrder(tx, deps, tenant, recorded.number, actor)
      const { number } = recorded
      return answer.kind === 'cancelled'
        ? { kind: 'cancelled', number, lostCents: answer.lostCents }
        : { kind: 'unchanged', number }
    }
    case 'new':
    case 'new-cancelled':
      if (recorded.kind === 'new') {
        const { number, referralNumber: referral } = recorded
        await askToClaim(tx, deps, tenant, referral)
        if (isCappedByYear(tenant))
          await mailIfCapped(tx, deps, tenant, await readOrderFacts(tx, tenant.code, number))
        await mailStep(tx, deps, tenant, {
          template: 'contractConcluded',
          referral,
          of: number,
        })
        const order = await lockOrder(tx, tenant.code, number)
        if (order) await matchClaims(tx, { deps, tenant, actor }, order, claimId)
      }
      await refreshReferral(tx, tenant.code, recorded.referralNumber, deps.clock.today())
      return recorded.kind === 'new'
        ? {
            kind: 'new',
            number: recorded.number,
            ...(recorded.kept ? { kept: recorded.kept } : {}),
          }
        : { kind: 'cancelled', number: recorded.number, lostCents: 0 }
  }
}
