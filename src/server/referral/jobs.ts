import { deriveReferralState } from '../../domain/referral.ts'
import { keptDays, keptSince } from '../../domain/retention.ts'
import { together } from '../db/together.ts'
import { audit, system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import {
  deleteAccounts,
  listForgottenAccounts,
  lockForgottenAccounts,
} from './account-deletion-store.ts'
import { takeInSets } from '../run-in-sets.ts'
import { countDeletions, takeDeletionCounts, type DeletionCount } from './deletion-count-store.ts'
import {
  blankRecipients,
  deleteRecipients,
  findStillAccepted,
  listMerged,
  listUnconfirmed,
  listValidUntil,
  lockUnconfirmed,
  lockMerged,
  withdrawRecipients,
} from './deletion-store.ts'
import { mergeRecipient } from './recipient-store.ts'
import { expireOpenReferrals, listPastLastDay, unacceptReferral } from './store.ts'

type JobDeps = Pick<Deps, 'db' | 'clock'>

/** Expires open referrals past their last day; returns the number. Idempotent and safe in parallel. */
export async function expireReferrals(deps: JobDeps, tenant: string): Promise<number> {
  const today = deps.clock.today()
  return inSets(
    deps,
    tenant,
    (tx, limit) => listPastLastDay(tx, tenant, today, limit),
    async (tx, some) => {
      const numbers = await expireOpenReferrals(tx, tenant, today, some)
      await together(
        numbers.map(
          (number) => () => note(tx, deps, tenant, 'expire-referral', 'referral', number),
        ),
      )
      return numbers
    },
  )
}

/**
 * Deletes recipients unconfirmed within the tenant's weeks (spec section 9) and without order; returns the number. A referral
 * nobody else accepted becomes open or expired.
 */
export async function deleteUnconfirmedRecipients(deps: JobDeps, tenant: string): Promise<number> {
  const today = deps.clock.today()
  return inSets(
    deps,
    tenant,
    (tx, limit) => listUnconfirmed(tx, tenant, today, limit),
    async (tx, some) => {
      const due = await lockUnconfirmed(tx, tenant, today, some)
      if (due.length === 0) return []
      // Filled in twice, confirmed once: the shop may have the other number.
      const twice = due.filter(({ same }) => same !== null)
      for (const { number, same } of twice)
        await mergeRecipient(tx, tenant, number, same!, { byOwner: false })
      const of = (them: typeof due) => them.map(({ number }) => number)
      await blankRecipients(tx, tenant, of(twice))
      const others = due.filter(({ same }) => same === null)
      await withdrawRecipients(tx, tenant, of(others.filter(({ reported }) => reported)))
      await deleteRecipients(tx, tenant, of(others.filter(({ reported }) => !reported)))
      await counted(tx, deps, tenant, 'recipient', due.length)
      await reviewReferrals(tx, deps, tenant, [...new Set(due.map((one) => one.referral_number))])
      return of(due)
    },
  )
}

/**
 * Deletes the address of merged duplicates (domain/recipient.ts) after the unconfirmed weeks; their numbers still lead to the
 * remaining one. Returns the number.
 */
export async function deleteMergedRecipients(deps: JobDeps, tenant: string): Promise<number> {
  const today = deps.clock.today()
  return inSets(
    deps,
    tenant,
    (tx, limit) => listMerged(tx, tenant, today, limit),
    async (tx, some) => {
      const due = await lockMerged(tx, tenant, today, some)
      if (due.length === 0) return []
      await blankRecipients(tx, tenant, due)
      await counted(tx, deps, tenant, 'recipient', due.length)
      return due
    },
  )
}

/**
 * Deletes accounts unconfirmed for four weeks, with their referrals; returns the number. Shared links work to their last day, so
 * open and accepted referrals keep an account.
 */
export async function deleteUnconfirmedAccounts(deps: JobDeps, tenant: string): Promise<number> {
  const before = keptSince(deps.clock.today(), keptDays.unconfirmedAccount)
  const now = deps.clock.now()
  return inSets(
    deps,
    tenant,
    (tx, limit) => listForgottenAccounts(tx, tenant, { before, now, limit }),
    async (tx, some) => {
      const ids = await lockForgottenAccounts(tx, tenant, { now, ids: some })
      if (ids.length === 0) return []
      await deleteAccounts(tx, tenant, ids)
      await counted(tx, deps, tenant, 'account', ids.length)
      return ids
    },
  )
}

/** Anybody can create what is never confirmed, so its deletions have one audit row for each day and kind, when the day is over. */
const counted = (
  tx: Tx,
  { clock }: JobDeps,
  tenant: string,
  kind: DeletionCount['kind'],
  many: number,
): Promise<void> => countDeletions(tx, tenant, { day: clock.today().toString(), kind, many })

/** Writes the deletions of ended days into the audit log. */
export async function auditDeletions(deps: JobDeps, tenant: string): Promise<void> {
  await withTenant(deps.db, tenant, async (tx) => {
    const counts = await takeDeletionCounts(tx, tenant, deps.clock.today().toString())
    for (const { kind, day, many } of counts)
      await audit(tx, tenant, {
        at: deps.clock.now(),
        actor: system,
        action:
          kind === 'account' ? 'unconfirmed-accounts-deleted' : 'unconfirmed-contacts-deleted',
        subjectKind: 'tenant',
        subjectId: tenant,
        details: { day, count: many },
      })
  })
}

async function reviewReferrals(
  tx: Tx,
  deps: JobDeps,
  tenant: string,
  numbers: string[],
): Promise<void> {
  // Locked first: a parallel createRecipient is either seen here or comes after the commit.
  const referrals = await listValidUntil(tx, tenant, numbers)
  const accepted = await findStillAccepted(tx, tenant, numbers)
  for (const { number, valid_until } of referrals.filter((one) => !accepted.has(one.number))) {
    const state = deriveReferralState({
      cancelled: false,
      validUntil: Temporal.PlainDate.from(valid_until),
      today: deps.clock.today(),
      recipients: [],
    })
    if (await unacceptReferral(tx, tenant, number, state)) {
      await note(tx, deps, tenant, 'unaccept-referral', 'referral', number, { state })
    }
  }
}

/** One transaction per set, to lock little at a time and lose little in a crash. What fails keeps nothing else (takeInSets). */
const inSets = (
  deps: JobDeps,
  tenant: string,
  list: (tx: Tx, limit: number) => Promise<string[]>,
  take: (tx: Tx, some: readonly string[]) => Promise<string[]>,
): Promise<number> =>
  takeInSets({
    list: (limit) => withTenant(deps.db, tenant, (tx) => list(tx, limit)),
    take: (some) => withTenant(deps.db, tenant, (tx) => take(tx, some)),
    atOnce: 500,
  })

function note(
  tx: Tx,
  deps: JobDeps,
  tenant: string,
  action: 'expire-referral' | 'unaccept-referral',
  subjectKind: string,
  subjectId: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  return audit(tx, tenant, {
    at: deps.clock.now(),
    actor: system,
    action,
    subjectKind,
    subjectId,
    details,
  })
}
