import { reminderDue } from '../../domain/invoice-reminder.ts'
import { formatCents } from '../../domain/money.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { listAgencyUsers } from '../agency/user-store.ts'
import { audit, system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { runInSets } from '../run-in-sets.ts'
import {
  insertReminder,
  listOverdueInvoices,
  lockOverdueInvoice,
  type OverdueInvoice,
} from './reminder-store.ts'

/**
 * Reminds agencies of unpaid invoices by the tenant's days; returns the number. Row, mail and log are one transaction for each invoice, under
 * the lock of its agency's documents, so that no step comes twice or after a payment. If one fails the others go on; the first error is thrown.
 */
export async function remindOfInvoices(
  deps: Pick<Deps, 'db' | 'clock'>,
  tenant: Tenant,
): Promise<number> {
  const { days } = tenant.invoiceReminders
  const [first] = days
  if (!tenant.agencyBilling || first === undefined) return 0
  const dueBefore = deps.clock.today().subtract({ days: first })
  const asked = { dueBefore, steps: days.length }
  const all = await withTenant(deps.db, tenant.code, (tx) =>
    listOverdueInvoices(tx, tenant.code, asked),
  )
  const errors: unknown[] = []
  let done = 0
  await runInSets(all, {
    work: async ([one]) => {
      if (await withTenant(deps.db, tenant.code, (tx) => remind(tx, deps, tenant, one!))) done += 1
    },
    failed: (_, error) => errors.push(error),
    sizeOf: () => 1,
  })
  if (errors.length > 0) throw errors[0]
  return done
}

async function remind(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { code, invoiceReminders: { days, texts } }: Tenant,
  which: OverdueInvoice,
): Promise<boolean> {
  const [today, now] = [clock.today(), clock.now()]
  const invoice = await lockOverdueInvoice(tx, code, which, today)
  if (!invoice) return false
  const { due_on: dueOn, sent, open_again_on: openAgainOn } = invoice
  const step = reminderDue({ dueOn, sent, openAgainOn }, days, today)
  if (step === null) return false
  const { invoice_id: invoiceId, agency_id: agencyId } = which
  const made = { invoiceId, step, cents: invoice.open_cents, on: today, at: now }
  if (!(await insertReminder(tx, code, made))) return false
  const people = await listAgencyUsers(tx, code, agencyId)
  const locale = people.find(({ role }) => role === 'owner')?.language ?? 'de'
  await queueMail(tx, code, {
    template: 'agencyInvoiceReminder',
    to: invoice.email,
    locale,
    data: {
      step: String(step === days.length && step > 1 ? 'last' : step === 1 ? 'first' : 'next'),
      invoiceNumber: invoice.number,
      amount: formatCents(invoice.open_cents, locale),
      issuedOn: invoice.issued_on,
      expectedOn: invoice.due_on,
      note: texts[step - 1]?.[locale] || null,
      link: { link: { page: 'AgencyInvoice', params: { nummer: invoiceId } } },
    },
    dedupeKey: `agency-invoice-reminder|${invoiceId}|${step}`,
    now,
  })
  await audit(tx, code, {
    at: now,
    actor: system,
    action: 'invoice-reminded',
    subjectKind: 'invoice',
    subjectId: invoiceId,
    details: { number: invoice.number, step, cents: invoice.open_cents },
  })
  return true
}
