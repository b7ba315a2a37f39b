import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { feedOrder } from '../../contract/auftraege.ts'
import { localDate } from '../../domain/dates.ts'
import type { ErrorName } from '../../domain/errors.ts'
import { numberFrom } from '../../domain/numbers.ts'
import { releasableOn } from '../../domain/order.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { goesOn } from '../../domain/referral.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { together } from '../db/together.ts'
import type { Keys } from '../base/keys.ts'
import { audit, readKeyMaker, type Actor } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import { confirmRecipientData } from '../referral/confirm-recipient-data.ts'
import { isHeld, lockConfirmed } from '../referral/recipient-store.ts'
import { findReferral, lockReferral } from '../referral/store.ts'
import { conflict } from '../db/retry-conflict.ts'
import { broughtBy } from './brought-by.ts'
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
import {
  dropUnmatched,
  feedEmailPlace,
  keepUnmatched,
  lockUnmatched,
  type UnmatchedOrder,
} from './unmatched-store.ts'

export type FeedOrder = z.output<typeof feedOrder>

export type Recorded =
  /** `kept`: what was known of it while it fitted nobody. */
  | { kind: 'new'; number: string; referralNumber: string; kept?: UnmatchedOrder }
  /** Cancelled before known: stored, so that a late older line cannot revive it. */
  | { kind: 'new-cancelled'; number: string; referralNumber: string }
  | { kind: 'unchanged'; number: string; staysCancelled: boolean }
  /** Known, and cancelled by the provider: the caller cancels it with its rewards. */
  | { kind: 'to-cancel'; number: string }
  /** `isKept`: until its person is known. */
  /** Cancelled while it fitted nobody. */
  | { kind: 'lost-cancelled' }
  /** `uncancelled`: the order that the line would have cancelled, had its entries been right. */
  | { kind: 'failed'; error: ErrorName; fields: string[]; isKept?: boolean; uncancelled?: string }

type Context = { source: string; actor: Actor; now: Temporal.Instant; keys: Keys }

// Bounds the date, so that years 0 or 190 are typos.
const mostYears = 150

/**
 * Imports one line of the provider, once per its order number: a parallel call waits at the unique key (or the referral's row)
 * and then finds the order. `fields` are wire names. May throw a unique violation if parallel lines name different people;
 * callers retry.
 */
export async function recordOrder(
  tx: Tx,
  tenant: Tenant,
  line: FeedOrder,
  context: Context,
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
  if (!matched) return nobodys(tx, tenant.code, line, products[0]!, context)
  // A reassigned product number still means the recommended one for its link.
  const recommended =
    products.length > 1
      ? (await findReferralOfReport(tx, tenant.code, matched.referral_number))?.product_id
      : undefined
  const product = products.find((one) => one === recommended) ?? products[0]!
  // Pipelined in this order: orders and confirmed people are locked before their referral (store.ts). Asked again, as a report may
  // have come in and the person been merged or left meanwhile.
  const report = () => findReportedOrder(tx, tenant.code, { recipient: matched.number, product })
  const [, , , referral, recipient, held, reported] = await together([
    () => report(),
    () => lockConfirmed(tx, tenant.code, matched.number),
    () => lockReferral(tx, tenant.code, matched.referral_number),
    () => findReferral(tx, tenant.code, matched.referral_number),
    () => match(),
    () => isHeld(tx, tenant.code, matched.number),
    () => report(),
  ])
  if (!referral || !goesOn(referral) || !recipient)
    return nobodys(tx, tenant.code, line, products[0]!, context)
  // Rare enough to restart, as after a serialisation failure.
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
  const kept = await dropUnmatched(tx, tenant.code, line.externalNumber)
  if (!cancelled && recipient.state === 'accepted') {
    await confirmRecipientData(tx, tenant.code, recipient.number, context)
  }
  await audit(tx, tenant.code, {
    at: context.now,
    actor: context.actor,
    action: cancelled ? 'order-cancelled' : 'order-confirmed',
    subjectKind: 'order',
    subjectId: number,
    details: { source: context.source, ...broughtBy(context.actor, kept) },
    change: { before: reported ? { state: 'reported' } : null, after: { state } },
  })
  const recorded = { number, referralNumber: recipient.referral_number }
  if (cancelled) return { kind: 'new-cancelled', ...recorded }
  return { kind: 'new', ...recorded, ...(kept ? { kept } : {}) }
}

/**
 * Not the e-mail, which the person may have corrected since. An old line does not revive a cancelled order: a new contract has a
 * new number.
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
    // Merged entries resolve to one recipient; a missing number was deleted with its person, and the order number suffices.
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
    const isLost = line.status === 'storniert' && order.state !== 'cancelled'
    return {
      kind: 'failed',
      error: 'idempotency-mismatch',
      fields,
      ...(isLost ? { uncancelled: order.number } : {}),
    }
  }
  const cancelled = order.state === 'cancelled'
  if (line.status === 'storniert' && !cancelled) return { kind: 'to-cancel', number: order.number }
  return {
    kind: 'unchanged',
    number: order.number,
    staysCancelled: cancelled && line.status === 'abgeschlossen',
  }
}

/**
 * A contract that fits nobody is kept: somebody may say that it is missing (decision 481). What was said of it first stands beside a person's
 * file (710).
 */
async function nobodys(
  tx: Tx,
  tenant: string,
  line: FeedOrder,
  productId: string,
  context: Context,
): Promise<Recorded> {
  const { source, actor, now: at, keys } = context
  const { externalNumber, productExternalId, contractOn } = line
  const kept = await lockUnmatched(tx, tenant, externalNumber)
  const different = kept && source === 'file' ? differencesOf(tenant, kept, line, keys) : []
  if (different.length > 0)
    return { kind: 'failed', error: 'idempotency-mismatch', fields: different, isKept: true }
  if (line.status === 'storniert') {
    if (!kept) return { kind: 'failed', error: 'not-found', fields: cluesOf(line) }
    await dropUnmatched(tx, tenant, externalNumber)
    await audit(tx, tenant, {
      at,
      actor,
      action: 'lost-contract-cancelled',
      subjectKind: 'order',
      subjectId: kept.line_id,
      details: { source, contract: externalNumber, ...broughtBy(actor, kept) },
      change: { before: { state: 'waiting' }, after: { state: 'cancelled' } },
    })
    return { kind: 'lost-cancelled' }
  }
  await keepUnmatched(tx, tenant, {
    externalNumber,
    productId,
    productExternalId,
    contractOn,
    source,
    at,
    referralNumber: spell(line.referralNumber) ?? null,
    recipientNumber: spell(line.recipientNumber) ?? null,
    emailHash: line.email ? keys.lookup(feedEmailPlace(tenant, normaliseEmail(line.email))) : null,
    broughtBy: await bringerOf(tx, tenant, actor),
    file: actor.file?.id ?? null,
  })
  return { kind: 'failed', error: 'not-found', fields: cluesOf(line), isKept: true }
}

/** What a person's file says otherwise than the provider, or the file before, said of a contract that fits nobody. */
function differencesOf(
  tenant: string,
  kept: UnmatchedOrder,
  line: FeedOrder,
  keys: Keys,
): string[] {
  const isOther = (ours: string | null, theirs: string | undefined) =>
    ours !== null && theirs !== undefined && theirs !== ours
  const hashes = line.email
    ? keys.lookups(feedEmailPlace(tenant, normaliseEmail(line.email)))
    : undefined
  const different = {
    Empfaengernummer: isOther(kept.recipient_number, spell(line.recipientNumber)),
    Empfehlungsnummer: isOther(kept.referral_number, spell(line.referralNumber)),
    Email: kept.email_hash !== null && hashes !== undefined && !hashes.includes(kept.email_hash),
    ProduktExterneId: kept.product_external_id !== line.productExternalId,
    Vertragsdatum: kept.contract_on !== line.contractOn,
    // What the provider itself sent, it cancels itself.
    Status: line.status === 'storniert' && kept.source !== 'file',
  }
  return Object.entries(different).flatMap(([field, is]) => (is ? [field] : []))
}

/** The operator whose file or key it is. */
async function bringerOf(tx: Tx, tenant: string, actor: Actor): Promise<string | null> {
  const { kind, id, file } = actor
  if (file) return isUuid(file.broughtBy) ? file.broughtBy : null
  return kind === 'operator' ? (isUuid(id) ? id : null) : readKeyMaker(tx, tenant, actor)
}

/** A line's hints; empty without any. */
function cluesOf(line: FeedOrder): string[] {
  return [
    ...(line.recipientNumber ? ['Empfaengernummer'] : []),
    ...(line.referralNumber ? ['Empfehlungsnummer'] : []),
    ...(line.email ? ['Email'] : []),
  ]
}
