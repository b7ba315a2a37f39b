import { mayAt } from '../../domain/operator-abilities.ts'
import { aloneAfterHours } from '../../domain/payout-rules.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { markInvoicePaid, takeBackPayment } from '../billing/mark-invoice.ts'
import { findPayable } from '../billing/invoice-payment-store.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { reopenInvoiceLine } from '../payout/bank-line-store.ts'
import { takeBack } from '../payout/book-reversals.ts'
import { cancelFile } from '../payout/cancel-file.ts'
import { tellBank } from '../payout/tell-bank.ts'
import { untellBank } from '../payout/untell-bank.ts'
import { applyBankFile, type Applying } from '../payout/apply-status.ts'
import type { BankFileReport } from '../payout/bank-file-report.ts'
import { openBatchFile, type BatchFile } from '../payout/batch-file.ts'
import { confirmBatch } from '../payout/confirm-batch.ts'
import { approvePayout, type Approved } from '../payout/approve-payout.ts'
import { listItems } from '../payout/proposal-store.ts'
import { proposePayout, type ProposalWish } from '../payout/propose-payout.ts'
import { isOwnOf, type IsOwn, type Payee } from '../payout/own-payment.ts'
import { findPayouts } from '../payout/store.ts'
import { operatorNames } from '../team/operator-names.ts'
import { listGrantsAt, listGrantsSince, type Grant } from '../team/store.ts'
import { isOwnSeller } from './own-case.ts'
import { ownAmong } from './own-payments.ts'

// Payments as decide-as.ts decides: nobody pays themselves. One's own are left out of a batch and of what is said about one; a file or an
// invoice that has one is refused (`own-case`).

/** Whether a payment is the operator's own case. Reads once who they are. */
export const ownPayments = (deps: Deps, tenant: string, { id }: Actor): IsOwn =>
  isOwnOf(ownAmong(deps, tenant, id))

/** @throws own-case */
export async function refuseOwnPayments(
  tx: Tx,
  deps: Deps,
  tenant: string,
  payees: readonly Payee[],
  { id }: Actor,
): Promise<void> {
  if ((await ownAmong(deps, tenant, id)(tx, payees)).size > 0) throw fail('own-case')
}

export const proposePayoutAs = (
  deps: Deps,
  tenant: string,
  actor: Actor,
  wish: Pick<ProposalWish, 'withFresh'> = {},
) => proposePayout(deps, tenant, actor, { ...wish, ownAmong: ownAmong(deps, tenant, actor.id) })

type Alone = {
  reason: string | null // why nobody else need approve
  from: Temporal.Instant | null // when nobody need any more; null: that is open
}

/** Nobody else need approve where the tenant says why, and nobody else there could, nor could lately. */
export async function readAlone(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  operatorId: string,
): Promise<Alone> {
  const { aloneReason: reason } = tenant.payouts
  if (reason === null) return { reason: null, from: null }
  const now = deps.clock.realNow()
  const since = now.subtract({ hours: aloneAfterHours })
  const grants = await listGrantsSince(tx, tenant.code, since)
  const others = new Set(approversAmong(grants, tenant.code, [operatorId]))
  if (others.size === 0) return { reason, from: null }
  const ends = grants.flatMap((one) =>
    others.has(one.operator_id) && approversAmong([one], tenant.code, []).length > 0
      ? [one.ends_at]
      : [],
  )
  const last = ends.reduce((a, b) => (a && b ? (Temporal.Instant.compare(a, b) > 0 ? a : b) : null))
  const isOver = last !== null && Temporal.Instant.compare(last, now) <= 0
  return { reason: null, from: isOver ? last.add({ hours: aloneAfterHours }) : null }
}

export const readAloneReason = async (...asked: Parameters<typeof readAlone>) =>
  (await readAlone(...asked)).reason

function approversAmong(
  grants: readonly Pick<Grant, 'operator_id' | 'role'>[],
  tenant: string,
  but: readonly string[],
) {
  const ids = grants.flatMap(({ operator_id: id, role }) =>
    !but.includes(id) && mayAt([role], tenant, ['approve', 'payouts']) ? [id] : [],
  )
  return [...new Set(ids)]
}

/** The names of those who could approve beside these. */
export async function listOtherApprovers(
  tx: Tx,
  deps: Deps,
  tenant: string,
  but: readonly string[],
): Promise<string[]> {
  const grants = await listGrantsAt(tx, tenant, deps.clock.realNow())
  const ids = approversAmong(grants, tenant, but)
  const names = await operatorNames(tx, tenant, ids)
  return ids.flatMap((id) => names.get(id) ?? []).toSorted()
}

/** @throws own-case, second-person, changed-meanwhile */
export async function approvePayoutAs(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  seen: { proposalId: string; hash: string },
  actor: Actor,
): Promise<Exclude<Approved, object>> {
  const items = await listItems(tx, tenant.code, seen.proposalId)
  await refuseOwnPayments(tx, deps, tenant.code, items, actor)
  const aloneReason = await readAloneReason(tx, deps, tenant, actor.id)
  const done = await approvePayout(tx, deps, tenant, seen, { actor, aloneReason })
  if (typeof done === 'string') return done
  throw fail(done.refused === 'own-proposal' ? 'second-person' : 'changed-meanwhile')
}

/** @throws own-case, changed-meanwhile; `at-bank`: the bank has it */
export async function cancelFileAs(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  what: { batchId: string; reason: string },
  actor: Actor,
): Promise<'proposed' | 'cancelled'> {
  const payouts = await findPayouts(tx, tenant.code, what.batchId)
  await refuseOwnPayments(tx, deps, tenant.code, payouts, actor)
  const aloneReason = await readAloneReason(tx, deps, tenant, actor.id)
  const done = await cancelFile(tx, deps, tenant, what, { actor, aloneReason })
  if (done === 'over' || done === 'at-bank') throw fail('changed-meanwhile')
  return done
}

/** Notes that the bank was told to execute a file, or takes that back. @throws own-case, second-person, changed-meanwhile */
export async function tellBankAs(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  { batchId, isBack }: { batchId: string; isBack: boolean },
  actor: Actor,
): Promise<void> {
  const payouts = await findPayouts(tx, tenant.code, batchId)
  await refuseOwnPayments(tx, deps, tenant.code, payouts, actor)
  const by = { actor, aloneReason: await readAloneReason(tx, deps, tenant, actor.id) }
  const done = await (isBack ? untellBank : tellBank)(tx, deps, tenant.code, batchId, by)
  if (done === 'own') throw fail('second-person')
  if (done !== 'told' && done !== 'untold') throw fail('changed-meanwhile')
}

export const confirmBatchAs = (deps: Deps, tenant: string, id: string, actor: Actor) =>
  confirmBatch(deps, tenant, id, actor, ownAmong(deps, tenant, actor.id))

export async function applyBankFileAs(
  deps: Deps,
  code: string,
  bytes: Uint8Array,
  actor: Actor,
  { progress }: Pick<Applying, 'progress'> = {},
): Promise<BankFileReport> {
  const tenant = await deps.tenants.get(code)
  const aloneReason = await withTenant(deps.db, code, (tx) =>
    readAloneReason(tx, deps, tenant, actor.id),
  )
  const returnsWait = aloneReason === null
  const isOwnInvoice = (tx: Tx, number: string) => isOwnInvoiceOf(tx, deps, code, number, actor)
  const own = ownAmong(deps, code, actor.id)
  return applyBankFile(deps, code, bytes, actor, {
    ownAmong: own,
    returnsWait,
    isOwnInvoice,
    ...(progress && { progress }),
  })
}

export async function openBatchFileAs(
  deps: Deps,
  tenant: string,
  batchId: string,
  actor: Actor,
): Promise<BatchFile> {
  await withTenant(deps.db, tenant, async (tx) =>
    refuseOwnPayments(tx, deps, tenant, await findPayouts(tx, tenant, batchId), actor),
  )
  return openBatchFile(deps, tenant, batchId)
}

async function isOwnInvoiceOf(tx: Tx, deps: Deps, tenant: string, number: string, { id }: Actor) {
  const found = await findPayable(tx, tenant, number)
  return Boolean(found) && isOwnSeller(tx, deps, tenant, id, 'agency', found!.agency_id)
}

/** @throws own-case */
export async function refuseOwnInvoice(...asked: Parameters<typeof isOwnInvoiceOf>) {
  if (await isOwnInvoiceOf(...asked)) throw fail('own-case')
}

export async function markInvoicePaidAs(
  tx: Tx,
  deps: Deps,
  tenant: string,
  given: Parameters<typeof markInvoicePaid>[3],
  actor: Actor,
) {
  await refuseOwnInvoice(tx, deps, tenant, given.number, actor)
  return markInvoicePaid(tx, deps, tenant, given, actor)
}

/** By the line of the statement by which the bank took it back. False: another line did before. @throws own-case */
export async function takeBackByLineAs(
  tx: Tx,
  deps: Deps,
  tenant: string,
  to: Parameters<typeof takeBack>[3],
  actor: Actor,
): Promise<boolean> {
  await refuseOwnInvoice(tx, deps, tenant, to.credit.number, actor)
  return takeBack(tx, deps, tenant, to, actor)
}

/** The line of the statement that paid it is open again. */
export async function takeBackPaymentAs(...asked: Parameters<typeof refuseOwnInvoice>) {
  const [tx, , tenant, number] = asked
  await refuseOwnInvoice(...asked)
  const paid = await findPayable(tx, tenant, number)
  const done = await takeBackPayment(...asked)
  if (done.kind === 'taken-back' && paid?.reference)
    await reopenInvoiceLine(tx, tenant, { number, reference: paid.reference })
  return done
}
