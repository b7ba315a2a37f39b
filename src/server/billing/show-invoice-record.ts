import type { z } from 'zod'
import { mostLines, showInvoiceRecord as endpoint } from '../../contract/agentur-rechnungen.ts'
import { isUuid } from '../base/uuid.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import {
  listInvoiceFacts,
  listInvoiceLines,
  listRelatedInvoices,
  type InvoiceFact,
} from './invoice-record-store.ts'
import { findStatedInvoice } from './invoice-payment-store.ts'
import { listCorrections } from './invoice-record-store.ts'
import { invoiceView } from './list-invoices.ts'
import { agencyUserOf } from '../agency/session.ts'

type Answer = z.output<typeof endpoint.answer & z.ZodType>

const events = { released: 'freigegeben', cancelled: 'storniert', expired: 'abgelaufen' } as const
const steps: Record<InvoiceFact['what'], Answer['events'][number]['step']> = {
  written: 'erstellt',
  corrected: 'berichtigt',
  paid: 'bezahlt',
  reminded: 'erinnert',
  'taken-back': 'zahlung-zurueckgenommen',
}
const actors = { operator: 'Betreiber', system: 'System' } as const

// Order of simultaneous events.
const order: readonly InvoiceFact['what'][] = [
  'written',
  'reminded',
  'paid',
  'taken-back',
  'corrected',
]
const newestFirst = (a: InvoiceFact, b: InvoiceFact) =>
  Temporal.Instant.compare(b.at, a.at) || order.indexOf(b.what) - order.indexOf(a.what)

/** A document with its lines and history. Another agency's is not found. */
export const showInvoiceRecord = serve(endpoint, (call) => {
  const { tenant, caller, params, today } = call
  const { agencyId } = agencyUserOf(caller)
  if (!isUuid(params.id)) throw fail('not-found')
  return call.transaction(async (tx) => {
    const id = params.id.toLowerCase()
    const { code } = tenant
    const found = await findStatedInvoice(tx, code, agencyId, today, id)
    if (!found) throw fail('not-found')
    const [lines, facts, related, corrections] = await together([
      () => listInvoiceLines(tx, code, id, mostLines + 1),
      () => listInvoiceFacts(tx, code, id),
      () => listRelatedInvoices(tx, code, id),
      () => listCorrections(tx, code, [id]),
    ])
    return {
      invoice: invoiceView(found, corrections),
      reference: found.reference,
      lines: lines.slice(0, mostLines).map((line) => ({
        event: events[line.event],
        day: line.happened_on,
        order: line.order_number,
        number: line.external_number ?? line.order_number,
        referrer: [line.first_name, line.last_name].filter(Boolean).join(' ') || null,
        beneficiary:
          line.beneficiary === 'referrer' ? ('Empfehler' as const) : ('Empfaenger' as const),
        rewardCents: line.reward_cents,
        feeCents: line.fee_cents,
      })),
      isCut: lines.length > mostLines,
      events: facts.toSorted(newestFirst).map(({ at, what, actor, number, paid_on }) => ({
        at: at.toString(),
        step: steps[what],
        number,
        paidOn: paid_on,
        by: actor === null ? null : actors[actor],
      })),
      related: related.map(({ id: other, number, kind, total_cents }) => ({
        id: other,
        number,
        kind,
        totalCents: total_cents,
      })),
    }
  })
})
