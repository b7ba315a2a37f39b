import { BERLIN } from '../../domain/dates.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { writeDocuments } from '../billing/write-documents.ts'
import { listStatedInvoices } from '../billing/invoice-payment-store.ts'
import { markInvoicePaid } from '../billing/mark-invoice.ts'
import { listAgencies } from '../agency/store.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { closeOldDays } from '../payout/close-days.ts'
import { payDue } from '../payout/play-both.ts'
import { bookOpenItems, bookPayout, openedAccount } from './book-payouts.ts'
import { findPayers } from './demo-caller.ts'
import { findOpenInvoice } from './history-store.ts'
import { executePayout } from './execute-payout.ts'
import { pastDeps } from './past-deps.ts'

const months = 12
const lateDays = 10
const payoutDay = 15

/**
 * Bills and pays the demo's past year, each month with its own clock: invoices on the first day, and a batch executed two days
 * later, which the bank's statement tells the same evening. The last invoice is always open, the one before overdue, older ones paid.
 */
export async function settleHistory(deps: Deps, tenant: Tenant, actor: Actor): Promise<void> {
  const now = deps.clock.now()
  const today = deps.clock.today()
  const on = (day: Temporal.PlainDate, plainTime: string) =>
    pastDeps(deps, day.toZonedDateTime({ timeZone: BERLIN, plainTime }).toInstant())
  const isOver = (then: Deps) => Temporal.Instant.compare(then.clock.now(), now) < 0
  const { preparer, approvers } = await findPayers(deps, actor)
  let account = openedAccount
  for (let ago = months - 1; ago >= 0; ago--) {
    const first = today.with({ day: 1 }).subtract({ months: ago })
    const late = today.subtract({ days: lateDays })
    const isLate = ago === 0 && Temporal.PlainDate.compare(late, first) > 0
    const billing = on(isLate ? late : first, '04:00')
    if (isOver(billing)) await writeDocuments(billing, tenant, 'invoices', actor)
    const paying = on(first.with({ day: payoutDay }), '09:00')
    if (!isOver(paying)) continue
    const batch = await payDue(paying, tenant.code, preparer, {}, approvers)
    const executing = on(first.with({ day: payoutDay + 2 }), '10:00')
    const booking = on(first.with({ day: payoutDay + 2 }), '19:00')
    if (!batch || !isOver(booking)) continue
    await executePayout(executing, tenant.code, batch.batchId, preparer)
    account = await bookPayout(booking, tenant, batch.batchId, account, preparer)
  }
  await markOlderPaid(deps, tenant, actor)
  const day = today.subtract({ days: 2 })
  const open = await withTenant(deps.db, tenant.code, (tx) =>
    findOpenInvoice(tx, tenant.code, { issuedBy: day.toString(), today: today.toString() }),
  )
  await bookOpenItems(on(day, '19:00'), tenant, account, open, preparer)
  await closeOldDays(deps, tenant.code)
}

async function markOlderPaid(deps: Deps, { code }: Tenant, actor: Actor): Promise<void> {
  await withTenant(deps.db, code, async (tx) => {
    for (const { agency_id: agencyId } of await listAgencies(tx, code)) {
      const rows = await listStatedInvoices(tx, code, agencyId, deps.clock.today(), {
        states: [],
        search: '',
        orderBy: 'Nummer',
        descending: true,
        limit: 10_000,
        offset: 0,
      })
      const [, overdue] = rows.filter(({ kind }) => kind === 'invoice')
      for (const { number, issued_on, state } of rows) {
        if (!overdue || state === 'paid' || issued_on >= overdue.issued_on) continue
        const paidOn = Temporal.PlainDate.from(issued_on).add({ days: 9 })
        const then = pastDeps(
          deps,
          paidOn.toZonedDateTime({ timeZone: BERLIN, plainTime: '11:00' }).toInstant(),
        )
        await markInvoicePaid(tx, then, code, { number, paidOn, reference: null }, actor)
      }
    }
  })
}
