import * as contract from '../../contract/betrieb-kontoauszuege.ts'
import { canReopen, fitsDirection, lineReference } from '../../domain/bank-line.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import { say, type Said } from '../../domain/say.ts'
import { audit } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import { findPayable } from '../billing/invoice-payment-store.ts'
import { actorOf } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import {
  assignLine,
  lockClosedTo,
  lockLine,
  reopenLine,
  type OpenLine,
} from '../payout/bank-line-store.ts'
import { closableDay, closeDays } from '../payout/close-days.ts'
import { decideRejections, decideReturn } from '../payout/decide-return.ts'
import { listPayeesNamed } from '../payout/named-line-store.ts'
import { proposeReturn } from '../payout/propose-return.ts'
import { listUnreversedCredits } from '../payout/reversal-store.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { repay } from './act-on-clawback.ts'
import { listLinePayments } from './bank-line-list-store.ts'
import { isSaid, type Naming } from './name-line.ts'
import * as pay from './pay-as.ts'

const texts = {
  kind: {
    de: 'Das passt nicht zur Richtung der Buchung.',
    en: 'That does not fit the direction of the booking.',
  },
  subject: {
    de: 'Dazu wurde nichts gefunden.',
    en: 'Nothing was found for it.',
  },
  return: {
    de: 'Die Bank nennt diese Buchung keine Rückgabe.',
    en: 'The bank does not call this booking a return.',
  },
  payment: {
    de: 'Keine Zahlung, die noch zurückkommen kann, hat diese Kennung; oder die Buchung nennt eine andere, oder ist älter.',
    en: 'No payment that can still come back has this id; or the booking names another one, or is older.',
  },
  fee: {
    de: 'Die Buchung muss um mindestens 0,01 und höchstens 15,00 Euro kleiner sein als die Zahlung.',
    en: 'The booking has to be less than the payment, by 0.01 to 15.00 euros.',
  },
  amount: {
    de: 'Der Betrag ist ein anderer als der offene.',
    en: 'The amount is not the open one.',
  },
  noDay: {
    de: 'Zurzeit lässt sich kein weiterer Tag abschließen: Eine Buchung ist offen, oder der Kontoauszug fehlt noch.',
    en: 'No further day can be closed now: a line is open, or the statement is missing.',
  },
  closedDay: {
    de: 'Dieser Tag ist schon abgeschlossen.',
    en: 'This day is closed already.',
  },
} satisfies Record<string, Said>

const mostDay = (day: string): Said => ({
  de: `Abschließen lässt sich höchstens bis ${day.split('-').toReversed().join('.')}: Danach ist eine Buchung offen, oder der Kontoauszug fehlt noch.`,
  en: `Days can be closed up to ${day}: after it a line is open, or the statement is missing.`,
})

type Speaker = Parameters<typeof say>[1]
const invalid = (field: string, text: keyof typeof texts, call: Speaker) =>
  fail('validation', { fields: [{ field, message: say(texts[text], call) }] })

export const decideBankReturn = serve(contract.decideBankReturn, (call) =>
  retryConflict(() =>
    call.transaction(async (tx) => {
      const { deps, tenant, params, body } = call
      personOf(call)
      if (!isUuid(params.id) || !isUuid(body.payment)) throw fail('not-found')
      const actor = { ...actorOf(call.caller), reason: body.reason }
      const isConfirmed = body.verdict === 'bestaetigt'
      const asked = {
        payoutId: body.payment,
        says: 'returned',
        lineId: params.id,
        isConfirmed,
      } as const
      const isOwn = pay.ownPayments(deps, tenant.code, actor)
      await decideReturn(tx, deps, tenant, asked, actor, isOwn)
      return undefined
    }),
  ),
)

const wrongReturn = { 'no-return': 'return', 'no-payment': 'payment', 'no-fee': 'fee' } as const

export const proposeBankReturn = serve(contract.proposeBankReturn, (call) =>
  retryConflict(() =>
    call.transaction(async (tx) => {
      const { deps, tenant, params, body } = call
      const { operatorId } = personOf(call)
      if (!isUuid(params.id)) throw fail('not-found')
      const actor = { ...actorOf(call.caller), reason: body.reason }
      const asked = { lineId: params.id, version: body.version, endToEndId: body.payment }
      const done = await proposeReturn(tx, deps, tenant, asked, {
        actor,
        isOwn: pay.ownPayments(deps, tenant.code, actor),
        aloneReason: await pay.readAloneReason(tx, deps, tenant, operatorId),
      })
      if (done === 'proposed') return { outcome: 'vorgeschlagen' as const }
      if (done === 'booked') return { outcome: 'gebucht' as const }
      throw invalid('EndToEndId', wrongReturn[done], call)
    }),
  ),
)

export const decideBankRejections = serve(contract.decideBankRejections, async (call) => {
  const { deps, tenant, params, body } = call
  personOf(call)
  const actor = { ...actorOf(call.caller), reason: body.reason }
  const isConfirmed = body.verdict === 'bestaetigt'
  const asked = { fileHash: params.id, count: body.count, isConfirmed }
  await decideRejections(deps, tenant.code, asked, actor, (tx, payees) =>
    pay.refuseOwnPayments(tx, deps, tenant.code, payees, actor),
  )
  return undefined
})

export const assignBankLine = serve(contract.assignBankLine, (call) =>
  retryConflict(() => call.transaction((tx) => assign(tx, { ...call, caller: personOf(call) }))),
)

type Outcome = { outcome: 'gebucht' | 'vorgeschlagen' }

async function assign(tx: Tx, call: Naming): Promise<Outcome> {
  const { deps, tenant, params, body, now: at, caller } = call
  const { code } = tenant
  const actor = { ...actorOf(caller), reason: body.reason }
  // Nobody closes the day meanwhile.
  await lockClosedTo(tx, code, 'share')
  const line = isUuid(params.id) ? await lockLine(tx, code, params.id) : undefined
  if (!line) throw fail('not-found')
  if (line.kind !== null || line.version !== body.version) throw fail('changed-meanwhile')
  // What waits for a second person is decided about first.
  const { rows, count } = await listLinePayments(tx, code, params.id, 200)
  if (rows.some(({ applied_at }) => applied_at === null)) throw fail('changed-meanwhile')
  if (!fitsDirection(body.kind, line.direction)) throw invalid('Art', 'kind', call)
  const payees = await listPayeesNamed(tx, code, params.id)
  await pay.refuseOwnPayments(tx, deps, code, payees, actor)
  if (!(await isSaid(tx, call, line, count))) return { outcome: 'vorgeschlagen' }
  if (body.kind === 'reversal') return bookReversal(tx, call, line)
  const subject = body.subject || null
  let outcome: Outcome['outcome'] = 'gebucht'
  if (body.kind === 'repayment') outcome = await bookRepayment(tx, call, line)
  else if (body.kind === 'invoice') await bookInvoice(tx, call, line)
  const to = { kind: body.kind, subject, reason: body.reason, by: caller.operatorId, at }
  if (!(await assignLine(tx, code, params.id, to))) throw fail('changed-meanwhile')
  await audit(tx, code, {
    at,
    actor,
    action: 'bank-line-assigned',
    subjectKind: 'bank-file',
    subjectId: params.id,
    details: { cents: line.cents },
    change: { before: { bankLine: null }, after: { bankLine: body.kind } },
  })
  return { outcome }
}

/** As a booking by hand: above what one person books alone, a second one approves it on the clawback's record. */
async function bookRepayment(tx: Tx, call: Naming, line: OpenLine) {
  const { body } = call
  if (line.currency !== 'EUR') throw invalid('Wozu', 'amount', call)
  if (!body.subject || !isUuid(body.subject)) throw invalid('Wozu', 'subject', call)
  const paid = {
    cents: line.cents,
    paidOn: line.booked_on,
    reference: lineReference(line.booked_on, line.line_id),
  }
  const own = {
    ...call,
    params: { id: body.subject },
    body: { ...paid, version: null, reason: body.reason },
  }
  return (await repay(tx, own)).outcome
}

async function bookInvoice(tx: Tx, call: Naming, line: OpenLine): Promise<void> {
  const { deps, tenant, body, caller } = call
  if (!operatorAbilities(caller.roles).can('update', 'invoices')) throw fail('not-authorised')
  const found = body.subject && (await findPayable(tx, tenant.code, body.subject))
  if (!body.subject || !found) throw invalid('Wozu', 'subject', call)
  if (line.currency !== 'EUR' || found.open_cents !== line.cents || found.kind === 'credit')
    throw invalid('Wozu', 'amount', call)
  const paidOn = Temporal.PlainDate.from(line.booked_on)
  const given = {
    number: body.subject,
    paidOn,
    reference: lineReference(line.booked_on, line.line_id),
  }
  const actor = { ...actorOf(caller), reason: body.reason }
  const marked = await pay.markInvoicePaidAs(tx, deps, tenant.code, given, actor)
  if (marked.kind !== 'marked') throw invalid('Wozu', 'amount', call)
}

/** What had paid the invoice last is taken back, if the line is as much and no earlier. */
async function bookReversal(tx: Tx, call: Naming, line: OpenLine): Promise<Outcome> {
  const { deps, tenant, body, caller } = call
  if (!operatorAbilities(caller.roles).can('update', 'invoices')) throw fail('not-authorised')
  if (!body.subject) throw invalid('Wozu', 'subject', call)
  if (line.currency !== 'EUR') throw invalid('Wozu', 'amount', call)
  const credits = await listUnreversedCredits(tx, tenant.code, line)
  const [credit] = credits
    .filter(({ number, bookedOn }) => number === body.subject && bookedOn <= line.booked_on)
    .toReversed()
  if (!credit) throw invalid('Wozu', 'subject', call)
  const to = { debit: { lineId: line.line_id, cents: line.cents }, credit, reason: body.reason }
  const actor = { ...actorOf(caller), reason: body.reason }
  if (!(await pay.takeBackByLineAs(tx, deps, tenant.code, to, actor)))
    throw fail('changed-meanwhile')
  return { outcome: 'gebucht' }
}

/** What one or two people called a charge, or not ours, is taken back; then a file of the bank can explain it (835). */
export const reopenBankLine = serve(contract.reopenBankLine, (call) =>
  retryConflict(() =>
    call.transaction(async (tx) => {
      const { deps, tenant, params, body, now: at } = call
      const { code } = tenant
      const { operatorId: by } = personOf(call)
      const actor = { ...actorOf(call.caller), reason: body.reason }
      const closedTo = await lockClosedTo(tx, code, 'share')
      const line = isUuid(params.id) ? await lockLine(tx, code, params.id) : undefined
      if (!line) throw fail('not-found')
      const { count } = await listLinePayments(tx, code, line.line_id, 1)
      const isClosed = closedTo !== null && line.day_on <= closedTo
      const named = { likelyKind: line.likely_kind, payments: count }
      const said = { ...named, kind: line.kind, decidedBy: line.decided_by, isClosed }
      const can = canReopen(said, by)
      if (can === null || line.version !== body.version) throw fail('changed-meanwhile')
      const payees = await listPayeesNamed(tx, code, line.line_id)
      await pay.refuseOwnPayments(tx, deps, code, payees, actor)
      if (can === 'eigene' && (await pay.readAloneReason(tx, deps, tenant, by)) === null)
        throw fail('second-person')
      await reopenLine(tx, code, line.line_id)
      await audit(tx, code, {
        at,
        actor,
        action: 'bank-line-reopened',
        subjectKind: 'bank-file',
        subjectId: line.line_id,
        details: { cents: line.cents },
        change: { before: { bankLine: line.kind }, after: { bankLine: null } },
      })
      return undefined
    }),
  ),
)

export const closeBankDays = serve(contract.closeBankDays, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, body } = call
    personOf(call)
    const actor = { ...actorOf(call.caller), reason: body.reason }
    if (await closeDays(tx, deps, tenant.code, body.day, actor)) return undefined
    const most = await closableDay(tx, tenant.code, deps.clock.today())
    if (most === null) throw invalid('Tag', 'noDay', call)
    if (body.day <= most) throw invalid('Tag', 'closedDay', call)
    const message = say(mostDay(most), call)
    throw fail('validation', { fields: [{ field: 'Tag', message }] })
  }),
)
