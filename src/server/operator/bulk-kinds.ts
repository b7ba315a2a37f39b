import type { OperatorNeed } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import type { SelectionKind } from '../../domain/selection.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { SelectionItem } from '../base/selection-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryDead } from '../jobs/manage-jobs.ts'
import { findDeadTenant } from '../jobs/store.ts'
import { lockOrder } from '../order/store.ts'
import { isAppeal } from '../reward/decide-appeal.ts'
import { previewRewards } from '../reward/price-reward.ts'
import { lockCase } from '../reward/review-store.ts'
import { lockReward } from '../reward/store.ts'
import { decideReviewAs, releaseOrderAs } from './decide-as.ts'
import { concernedBy } from './order-record.ts'
import { readOrder } from './order-record-store.ts'
import { isOwnCase, isOwnReward } from './own-case.ts'
import { verdictOf } from './review-verdict.ts'

export type Why = 'changed' | 'own-case' | 'second-person' | 'appeal' | 'failed'

export type BulkRun = {
  verb: string
  reason: string
  note: string | null
  actor: Actor
  people: readonly string[] // who made and who carries it out
}

/** What a list's bulk decisions need; the rest is the same for all lists. */
export type BulkKind = {
  reads: OperatorNeed
  needs: OperatorNeed
  asksProof: boolean // as the same decision about one does
  hasVerdicts: boolean // reasons are those of review-verdict.ts; else whoever decides writes one
  /** Decides one item as it was shown, or says why not. */
  carryOut: (
    tx: Tx,
    deps: Deps,
    tenant: Tenant,
    item: SelectionItem,
    run: BulkRun,
  ) => Promise<Why | null>
}

/** Stored as the reason of a selection whose maker wrote one, which is then the note. */
export const ownWords = 'own-words'

/** The reason as the log says it. */
export const sayReason = (code: string, note: string | null): string =>
  code === ownWords ? (note ?? '') : verdictOf(code, note).why

export const bulkKinds: Readonly<Record<SelectionKind, BulkKind>> = {
  reviews: {
    reads: ['read', 'reviews'],
    needs: ['decide', 'reviews'],
    asksProof: false,
    hasVerdicts: true,
    async carryOut(tx, deps, tenant, item, { reason, note, actor, people }) {
      const id = item.item_id
      await lockReward(tx, tenant.code, id)
      const found = await lockCase(tx, tenant.code, id)
      if (!found || found.closed_at !== null || found.version !== item.version) return 'changed'
      if (isAppeal(found)) return 'appeal'
      for (const one of people)
        if (await isOwnReward(tx, deps, tenant.code, one, id)) return 'own-case'
      const { verdict, why } = verdictOf(reason, note)
      const done = await decideReviewAs(tx, deps, tenant, id, verdict, actor, why)
      return done === 'done' ? null : done === 'second-person' ? done : 'changed'
    },
  },
  orders: {
    reads: ['read', 'orders'],
    needs: ['update', 'orders'],
    asksProof: true,
    hasVerdicts: false,
    async carryOut(tx, deps, tenant, item, { reason, note, actor, people }) {
      const number = item.item_id
      await lockOrder(tx, tenant.code, number)
      const order = await readOrder(tx, tenant.code, number)
      if (!order || order.shown_as !== 'confirmed' || order.version !== item.version)
        return 'changed'
      for (const one of people)
        if (await isOwnCase(tx, deps, tenant.code, one, concernedBy(order))) return 'own-case'
      // What an order earns depends on others that were released meanwhile.
      if ((await earnedBy(tx, deps, tenant, [number])).get(number) !== item.cents) return 'changed'
      const by = { ...actor, reason: sayReason(reason, note) }
      const { kind } = await releaseOrderAs(tx, deps, tenant, number, by)
      return kind === 'released' ? null : 'changed'
    },
  },
  jobs: {
    reads: ['read', 'operations'],
    needs: ['update', 'operations'],
    asksProof: false,
    hasVerdicts: false,
    async carryOut(tx, deps, { code }, item, { reason, note, actor }) {
      const jobId = item.item_id
      // The platform's operators retry those of all tenants; each tenant's log has its own.
      const of = await findDeadTenant(tx, code === platformCode ? null : code, jobId)
      if (of === undefined) return 'changed'
      const retry = async (own: Tx): Promise<Why | null> => {
        const [job] = await retryDead(own, { tenant: of, jobId })
        if (!job) return 'changed'
        await audit(own, of, {
          at: deps.clock.now(),
          actor,
          action: 'job-retried',
          subjectKind: 'job',
          subjectId: job.id,
          details: { kind: job.kind },
          change: { before: { state: 'dead' }, after: { state: 'waiting' } },
          reason: sayReason(reason, note),
        })
        return null
      }
      return of === code ? retry(tx) : withTenant(deps.db, of, retry)
    },
  },
}

/** What a release today would make of these orders together, the oldest contract first. */
export async function earnedBy(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: Tenant,
  numbers: readonly string[],
): Promise<Map<string, number>> {
  const preview = await previewRewards(tx, deps.keys, tenant, numbers, deps.clock.today())
  return new Map(
    [...preview([numbers])].map(([number, { referrer, recipient }]) => [
      number,
      referrer + recipient,
    ]),
  )
}
