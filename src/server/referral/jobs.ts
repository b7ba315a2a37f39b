import { deriveReferralState } from '../../domain/referral.ts'
import { keptDays, keptSince } from '../../domain/retention.ts'
import { together } from '../db/together.ts'
import { audit, system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { deleteAccounts, lockForgottenAccounts } from './account-deletion-store.ts'
import { countDeletions, takeDeletionCounts, type DeletionCount } from './deletion-count-store.ts'
import {
  blankRecipients,
  deleteRecipients,
  findStillAccepted,
  listValidUntil,
  lockUnconfirmed,
  lockMerged,
  withdrawRecipients,
} from './deletion-store.ts'
import { mergeRecipient } from './recipient-store.ts'
import { expireOpenReferrals, unacceptReferral } from './store.ts'

const batch = 500

type JobDeps = Pick<Deps, 'db' | 'clock'>

/** Expires open referrals past their last day; returns the number. Idempotent and safe in parallel. */
export async function expireReferrals(deps: JobDeps, tenant: string): Promise<number> {
  return inBatches(deps, tenant, async (tx) => {
    const numbers = await expireOpenReferrals(tx, tenant, deps.clock.today(), batch)
    await together(
      numbers.map((number) => () => note(tx, deps, tenant, 'expire-referral', 'referral', number)),
    )
    return numbers.length
  })
}

/**
 * Deletes recipients unconfirmed within the tenant's weeks (spec section 9) and without order; returns the number. A referral
 * nobody else accepted becomes open or expired.
 */
export async function deleteUnconfirmedRecipients(deps: JobDeps, tenant: string): Promise<number> {
  return inBatches(deps, tenant, async (tx) => {
    const due = await lockUnconfirmed(tx, tenant, deps.clock.today(), batch)
    if (due.length === 0) return 0
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
    return due.length
  })
}

/**
 * Deletes the address of merged duplicates (domain/recipient.ts) after the unconfirmed weeks; their numbers still lead to the
 * remaining one. Returns the number.
 */
export async function deleteMergedRecipients(deps: JobDeps, tenant: string): Promise<number> {
  return inBatches(deps, tenant, async (tx) => {
    const due = await lockMerged(tx, tenant, deps.clock.today(), batch)
    if (due.length === 0) return 0
    await blankRecipients(tx, tenant, due)
    await counted(tx, deps, tenant, 'recipient', due.length)
    return due.length
  })
}

/**
 * Deletes accounts unconfirmed for four weeks, with their referrals; returns the number. Shared links work to their last day, so
 * open and accepted referrals keep an account.
 */
export async function deleteUnconfirmedAccounts(deps: JobDeps, tenant: string): Promise<number> {
  return inBatches(deps, tenant, async (tx) => {
    const before = keptSince(deps.clock.today(), keptDays.unconfirmedAccount)
    const ids = await lockForgottenAccounts(tx, tenant, {
      before,
      now: deps.clock.now(),
      limit: batch,
    })
    if (ids.length === 0) return 0
    await deleteAccounts(tx, tenant, ids)
    await counted(tx, deps, tenant, 'account', ids.length)
    return ids.length
  })
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

/** One transaction per batch, to lock little at a time and lose little in a crash. */
async function inBatches(
  deps: JobDeps,
  tenant: string,
  work: (tx: Tx) => Promise<number>,
): Promise<number> {
  for (let total = 0; ;) {
    const done = await withTenant(deps.db, tenant, work)
    total += done
    if (done < batch) return total
  }
}

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
