import type { OperatorAction, OperatorSubject } from '../../domain/operator-abilities.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Actor } from '../base/audit-store.ts'
import type { SelectionItem } from '../base/selection-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { decideReview } from '../reward/decide-review.ts'
import { isAppeal } from '../reward/decide-appeal.ts'
import { lockCase } from '../reward/review-store.ts'
import { lockReward } from '../reward/store.ts'
import { isOwnReward } from './own-case.ts'
import { verdictOf } from './review-verdict.ts'

export type Why = 'changed' | 'own-case' | 'appeal' | 'failed'

export type BulkRun = {
  verb: string
  reason: string
  note: string | null
  actor: Actor
  people: readonly string[] // who made and who carries it out
}

/** What a list's bulk decisions need; the rest is the same for all lists. */
export type BulkKind = {
  needs: readonly [OperatorAction, OperatorSubject]
  /** Decides one item as it was shown, or says why not. */
  carryOut: (
    tx: Tx,
    deps: Deps,
    tenant: Tenant,
    item: SelectionItem,
    run: BulkRun,
  ) => Promise<Why | null>
}

export const bulkKinds: Readonly<Record<string, BulkKind>> = {
  reviews: {
    needs: ['decide', 'reviews'],
    async carryOut(tx, deps, tenant, item, { reason, note, actor, people }) {
      const id = item.item_id
      await lockReward(tx, tenant.code, id)
      const found = await lockCase(tx, tenant.code, id)
      if (!found || found.closed_at !== null || found.version !== item.version) return 'changed'
      if (isAppeal(found)) return 'appeal'
      for (const one of people)
        if (await isOwnReward(tx, deps, tenant.code, one, id)) return 'own-case'
      const { verdict, why } = verdictOf(reason, note)
      const done = await decideReview(tx, deps, tenant, id, verdict, actor, why)
      return done === 'done' ? null : 'changed'
    },
  },
}
