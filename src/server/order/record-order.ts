import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { feedOrder } from '../../contract/auftraege.ts'
import { localDate } from '../../domain/dates.ts'
import type { ErrorName } from '../../domain/errors.ts'
import { numberFrom } from '../../domain/numbers.ts'
import { releasableOn } from '../../domain/order.ts'
import { goesOn } from '../../domain/referral.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { together } from '../db/together.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { confirmRecipientData } from '../referral/confirm-recipient-data.ts'
import { isHeld, lockConfirmed } from '../referral/recipient-store.ts'
import { findReferral, lockReferral } from '../referral/store.ts'
import { conflict } from '../db/retry-conflict.ts'
import { findPerson, matchRecipient, spell } from './match-recipient.ts'
import {
  adoptReport,
  findOrderByExternal,
  findProductsByExternal,
  findReferralOfReport,
  findReportedOrder,
  insertOrder,
  type Order,
} from './store.ts'

export type FeedOrder = z.output<typeof feedOrder>

export type Recorded =
  | { kind: 'new'; number: string; referralNumber: string }
  /** Cancelled before we had heard of it: kept, so that an older line that comes later cannot bring it to life. */
  | { kind: 'new-cancelled'; number: string; referralNumber: string }
  | { kind: 'unchanged'; number: string; staysCancelled: boolean }
  /** Known, and the provider says it is cancelled: the caller cancels it with its rewards. */
  | { kind: 'to-cancel'; number: string }
  | { kind: 'failed'; error: ErrorName; fields: string[] }

// No customer is older; the year 0 or 190 is a slip of the hand that no table should hold.
const mostYears = 150

/**
 * Takes one line of the provider into the books, once per order number of the provider: a parallel call with the same
 * number waits at the unique key (or at the referral's row) and then finds the order there. `fields` are wire names.
 * May fail with a unique violation when two lines with one number name different people at the same moment: the
 * callers try such a line again.
 */
export async function recordOrder(
  tx: Tx,
  tenant: Tenant,
  line: FeedOrder,
  context: { source: string; actor: Actor; now: Temporal.Instant },
): Promise<Recorded> {
  const [products, known] = await together([
    () => findProductsByExternal(tx, tenant.code, line.productExternalId),
    () => findOrderByExternal(tx, tenant.code, line.externalNumber),
  ])
  if (products.length === 0)
    return { kind: 'failed', error: 'not-found', fields: ['ProduktExterneId'] }
  if (known) return compare(tx, tenant.code, known, line, products)

  const today = localDate(context.now)
  const contractOn = Temporal.PlainDate.from(line.contractOn)
  if (
    Temporal.PlainDate.compare(contractOn, today.add({ days: 1 })) > 0 ||
    Temporal.PlainDate.compare(contractOn, today.subtract({ years: mostYears })) < 0
  ) {
    return { kind: 'failed', error: 'validation', fields: ['Vertragsdatum'] }
  }
  const match = () => matchRecipient(tx, tenant.code, { ...line, productIds: products })
  const matched = await match()
  if (!matched) return { kind: 'failed', error: 'not-found', fields: cluesOf(line) }
  // A number that the provider gave to another product since still means the recommended one for whoever has its link.
  const recommended =
    products.length > 1
      ? (await findReferralOfReport(tx, tenant.code, matched.referral_number))?.product_id
      : undefined
  const product = products.find((one) => one === recommended) ?? products[0]!
  // Sent together, done in this order: a report is an order, and orders and confirmed people are locked before their referral (see
  // store.ts); asked again, because a report may have come in, and the person may have been merged into another entry, or have left,
  // while we waited.
  const report = () => findReportedOrder(tx, tenant.code, matched.number, product)
  const [, , , referral, recipient, held, reported] = await together([
    () => report(),
    () => lockConfirmed(tx, tenant.code, matched.number),
    () => lockReferral(tx, tenant.code, matched.referral_number),
    () => findReferral(tx, tenant.code, matched.referral_number),
    () => match(),
    () => isHeld(tx, tenant.code, matched.number),
    () => report(),
  ])
  if (!referral || !goesOn(referral) || !recipient) {
    return { kind: 'failed', error: 'not-found', fields: cluesOf(line) }
  }
  // Seldom enough to begin anew, as after a serialisation failure.
  if (recipient.number !== matched.number || (recipient.state === 'confirmed' && !held))
    throw conflict('A contract changed its person meanwhile')

  const cancelled = line.status === 'storniert'
  const state = cancelled ? ('cancelled' as const) : ('confirmed' as const)
  const said = {
    external: line.externalNumber,
    contractOn: line.contractOn,
    state,
    releasableOn: cancelled ? null : releasableOn(contractOn, tenant.complaintDays).toString(),
    at: context.now,
  }
  const number = reported?.number ?? numberFrom(randomBytes(10))
  if (reported) {
    await adoptReport(tx, tenant.code, number, said)
  } else {
    const inserted = await insertOrder(tx, tenant.code, {
      ...said,
      number,
      referral: recipient.referral_number,
      recipient: recipient.number,
      product,
      source: context.source,
      channel: recipient.channel,
      campaign: recipient.campaign,
    })
    if (!inserted) {
      const other = await findOrderByExternal(tx, tenant.code, line.externalNumber)
      if (other) return compare(tx, tenant.code, other, line, products)
      throw new Error('An order number was taken by nobody')
    }
  }
  if (!cancelled && recipient.state === 'accepted') {
    await confirmRecipientData(tx, tenant.code, recipient.number, context)
  }
  await audit(tx, tenant.code, {
    at: context.now,
    actor: context.actor,
    action: cancelled ? 'order-cancelled' : 'order-confirmed',
    subjectKind: 'order',
    subjectId: number,
    details: { source: context.source, reported: Boolean(reported) },
  })
  return {
    kind: cancelled ? 'new-cancelled' : 'new',
    number,
    referralNumber: recipient.referral_number,
  }
}

/**
 * The e-mail is not compared: it helped to find the person once, and the person may have corrected it since. Nor does an
 * old line revive what was cancelled: a new contract has a new number at the provider.
 */
async function compare(
  tx: Tx,
  tenant: string,
  order: Order,
  line: FeedOrder,
  products: readonly string[],
): Promise<Recorded> {
  const contradicting = [
    { field: 'Empfehlungsnummer', ours: order.referral_number, theirs: spell(line.referralNumber) },
    {
      field: 'ProduktExterneId',
      ours: order.product_id,
      theirs: products.find((one) => one === order.product_id) ?? products[0],
    },
    { field: 'Vertragsdatum', ours: order.contract_on, theirs: line.contractOn },
  ].filter(({ ours, theirs }) => theirs !== undefined && theirs !== ours)
  const recipient = spell(line.recipientNumber)
  if (recipient && recipient !== order.recipient_number) {
    // Somebody who filled in the form twice was merged into one recipient since; a number that nobody has any more was deleted
    // with its person, and the order's own number says enough.
    const person = await findPerson(tx, tenant, recipient)
    if (person && person.number !== order.recipient_number) {
      contradicting.unshift({
        field: 'Empfaengernummer',
        ours: order.recipient_number,
        theirs: recipient,
      })
    }
  }
  if (contradicting.length > 0) {
    const fields = contradicting.map(({ field }) => field)
    return { kind: 'failed', error: 'idempotency-mismatch', fields }
  }
  const cancelled = order.state === 'cancelled'
  if (line.status === 'storniert' && !cancelled) return { kind: 'to-cancel', number: order.number }
  return {
    kind: 'unchanged',
    number: order.number,
    staysCancelled: cancelled && line.status === 'abgeschlossen',
  }
}

/** What the line says about whose contract it is; empty where it says nothing. */
function cluesOf(line: FeedOrder): string[] {
  return [
    ...(line.recipientNumber ? ['Empfaengernummer'] : []),
    ...(line.referralNumber ? ['Empfehlungsnummer'] : []),
    ...(line.email ? ['Email'] : []),
  ]
}
