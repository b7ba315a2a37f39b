import { markInvoicePaid, takeBackPayment } from '../billing/mark-invoice.ts'
import { findPayable } from '../billing/invoice-payment-store.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { applyBankFile, type BankFileReport } from '../payout/apply-status.ts'
import { readBatchFile } from '../payout/batch-file.ts'
import { confirmBatch } from '../payout/confirm-batch.ts'
import { runBatch } from '../payout/create-batch.ts'
import type { IsOwn } from '../payout/own-payment.ts'
import { findPayouts } from '../payout/store.ts'
import { concerns, isOwnSeller, readOneself, type Oneself } from './own-case.ts'
import { readSides } from './own-case-store.ts'

// Payments as decide-as.ts decides: nobody pays themselves. One's own are left out of a batch and of what is said about one; a file or an
// invoice that has one is refused (`own-case`).

/** Whether a payment is the operator's own case. Reads once who they are. */
export function ownPayments(deps: Deps, tenant: string, { id }: Actor): IsOwn {
  let oneself: Oneself | undefined
  return async (tx, { reward_id: rewardId, partner_id: partnerId }) => {
    oneself ??= await readOneself(tx, deps, tenant, id)
    const sides = rewardId
      ? await readSides(tx, tenant, rewardId)
      : { accounts: [], recipients: [], partners: partnerId ? [partnerId] : [] }
    return concerns(tx, deps, tenant, oneself, sides)
  }
}

export const runBatchAs = (deps: Deps, tenant: string, actor: Actor) =>
  runBatch(deps, tenant, actor, { isOwn: ownPayments(deps, tenant, actor) })

export const confirmBatchAs = (deps: Deps, tenant: string, id: string, actor: Actor) =>
  confirmBatch(deps, tenant, id, actor, ownPayments(deps, tenant, actor))

export async function applyBankFileAs(
  deps: Deps,
  code: string,
  bytes: Uint8Array,
  actor: Actor,
): Promise<BankFileReport> {
  const isOwn = ownPayments(deps, code, actor)
  const returnsWait = !isAlone(await deps.tenants.get(code))
  return applyBankFile(deps, code, bytes, actor, { isOwn, returnsWait })
}

/** A tenant with one person, who decides alone. */
const isAlone = (tenant: Tenant): boolean => 'fourEyesOff' in tenant && Boolean(tenant.fourEyesOff)

export async function readBatchFileAs(
  deps: Deps,
  tenant: string,
  batchId: string,
  actor: Actor,
): Promise<string> {
  const isOwn = ownPayments(deps, tenant, actor)
  await withTenant(deps.db, tenant, async (tx) => {
    for (const payout of await findPayouts(tx, tenant, batchId))
      if (await isOwn(tx, payout)) throw fail('own-case')
  })
  return readBatchFile(deps, tenant, batchId)
}

async function refuseOwnInvoice(tx: Tx, deps: Deps, tenant: string, number: string, actor: Actor) {
  const found = await findPayable(tx, tenant, number)
  if (found && (await isOwnSeller(tx, deps, tenant, actor.id, 'agency', found.agency_id)))
    throw fail('own-case')
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

export async function takeBackPaymentAs(...asked: Parameters<typeof refuseOwnInvoice>) {
  await refuseOwnInvoice(...asked)
  return takeBackPayment(...asked)
}
