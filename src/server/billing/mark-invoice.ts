import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import {
  deletePayment,
  findPayable,
  findStatedInvoice,
  insertPayment,
} from './invoice-payment-store.ts'
import { listRelatedInvoices } from './invoice-record-store.ts'
import { lockPapers } from './paper-store.ts'
import { findWholeSetOff } from './set-off-store.ts'

type Payable = { invoice_id: string; agency_id: string }

export type Marked =
  | { kind: 'marked'; paidOn: string; reference: string | null; reopened: string[] }
  | { kind: 'already'; paidOn: string; reference: string | null }
  | { kind: 'taken-back'; settledWith: string[] }
  | { kind: 'unknown' }
  | { kind: 'unpaid' }
  | { kind: 'refused'; why: 'future' | 'before-issue' }

/**
 * Marks an invoice as paid, or what is left of a credit as repaid. The first mark wins, and what was set off in full is settled already.
 * Documents it was settled with are owed again.
 */
export async function markInvoicePaid(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  given: { number: string; paidOn: Temporal.PlainDate; reference: string | null },
  actor: Actor,
): Promise<Marked> {
  const { paidOn, reference } = given
  const invoice = await lockPayable(tx, tenant, given.number)
  if (!invoice) return { kind: 'unknown' }
  if (Temporal.PlainDate.compare(paidOn, deps.clock.today()) > 0)
    return { kind: 'refused', why: 'future' }
  if (paidOn.toString() < invoice.issued_on) return { kind: 'refused', why: 'before-issue' }
  const setOff = await findWholeSetOff(tx, tenant, invoice.invoice_id)
  if (setOff)
    return { kind: 'already', paidOn: setOff.day, reference: setOff.numbers.slice(0, 140) }
  const reopened = await numbersSettledWith(tx, deps, tenant, invoice)
  const at = deps.clock.now()
  const payment = {
    invoiceId: invoice.invoice_id,
    agencyId: invoice.agency_id,
    paidOn: paidOn.toString(),
    reference,
  }
  if (!(await insertPayment(tx, tenant, { ...payment, at, by: actor.id }))) {
    const known = (await findPayable(tx, tenant, given.number))!
    return { kind: 'already', paidOn: known.paid_on!, reference: known.reference }
  }
  await audit(tx, tenant, {
    at,
    actor,
    action: 'invoice-paid',
    subjectKind: 'invoice',
    subjectId: invoice.invoice_id,
    details: { number: given.number },
    change: { before: { paidOn: null }, after: { paidOn: payment.paidOn, reference } },
  })
  return { kind: 'marked', paidOn: payment.paidOn, reference, reopened }
}

/** Removes the mark; the audit log keeps it. @param reference only the payment that has this one */
export async function takeBackPayment(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  number: string,
  actor: Actor,
  reference?: string,
): Promise<Marked> {
  const invoice = await lockPayable(tx, tenant, number)
  if (!invoice) return { kind: 'unknown' }
  if (reference !== undefined && invoice.reference !== reference) return { kind: 'unpaid' }
  if (!(await deletePayment(tx, tenant, ofAgency(invoice)))) return { kind: 'unpaid' }
  await audit(tx, tenant, {
    at: deps.clock.now(),
    actor,
    action: 'invoice-payment-taken-back',
    subjectKind: 'invoice',
    subjectId: invoice.invoice_id,
    details: { number },
    change: {
      before: { paidOn: invoice.paid_on, reference: invoice.reference },
      after: { paidOn: null },
    },
  })
  return {
    kind: 'taken-back',
    settledWith: await numbersSettledWith(tx, deps, tenant, invoice),
  }
}

/** Read once its agency's documents are locked. */
async function lockPayable(tx: Tx, tenant: string, number: string) {
  const found = await findPayable(tx, tenant, number)
  if (!found) return undefined
  await lockPapers(tx, tenant, found.agency_id)
  return findPayable(tx, tenant, number)
}

const ofAgency = ({ invoice_id: invoiceId, agency_id: agencyId }: Payable) => ({
  invoiceId,
  agencyId,
})

async function numbersSettledWith(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  { invoice_id: id, agency_id: agencyId }: Payable,
): Promise<string[]> {
  const found = await findStatedInvoice(tx, tenant, agencyId, deps.clock.today(), id)
  if (found?.state !== 'settled') return []
  return (await listRelatedInvoices(tx, tenant, id)).map(({ number }) => number)
}
