import { lineReference, namedIn } from '../../domain/bank-line.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { markInvoicePaid } from '../billing/mark-invoice.ts'
import { listOpenInvoices } from '../billing/reminder-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { assignLine, listOpenCreditsOf, lockClosedTo } from './bank-line-store.ts'

/**
 * Books money that came in as an agency's payment where the text names one open invoice alone and the sum is what is open of it. Everything
 * else is an open item. @returns how many were paid
 */
export async function bookInvoices(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  lines: readonly { lineId: string; text: string }[],
  by: { actor: Actor; isOwnInvoice: (tx: Tx, number: string) => Promise<boolean> },
): Promise<number> {
  await lockClosedTo(tx, tenant, 'share')
  const credits = await listOpenCreditsOf(
    tx,
    tenant,
    lines.map(({ lineId }) => lineId),
  )
  if (credits.length === 0) return 0
  const open = new Map(
    (await listOpenInvoices(tx, tenant)).map(({ number, cents }) => [number, cents]),
  )
  let paid = 0
  for (const { line_id: lineId, cents, booked_on: bookedOn } of credits) {
    const text = lines.find((line) => line.lineId === lineId)?.text ?? ''
    const [number, ...others] = namedIn(text, [...open.keys()])
    if (!number || others.length > 0 || open.get(number) !== cents) continue
    if (await by.isOwnInvoice(tx, number)) continue
    const reference = lineReference(bookedOn, lineId)
    const given = { number, paidOn: Temporal.PlainDate.from(bookedOn), reference }
    // A second transfer, or one from before the invoice, is for a person to look at.
    const marked = await markInvoicePaid(tx, deps, tenant, given, by.actor)
    if (marked.kind !== 'marked') continue
    const at = deps.clock.now()
    const to = { kind: 'invoice', subject: number, reason: null, by: null, at } as const
    if (!(await assignLine(tx, tenant, lineId, to)))
      throw new Error('A line was assigned meanwhile')
    await audit(tx, tenant, {
      at,
      actor: by.actor,
      action: 'bank-line-assigned',
      subjectKind: 'bank-file',
      subjectId: lineId,
      details: { cents },
      change: { before: { bankLine: null }, after: { bankLine: 'invoice' } },
    })
    paid += 1
  }
  return paid
}
