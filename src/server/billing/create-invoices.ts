import { createHash } from 'node:crypto'
import {
  documentNumber,
  lastMonthOver,
  monthOf,
  startOfMonth,
  type Month,
} from '../../domain/invoice.ts'
import { formatCents } from '../../domain/money.ts'
import type { AgencyBilling, Tenant } from '../../domain/tenant.ts'
import { isDatabaseAway } from '../answer-error.ts'
import { audit, system, type Actor } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import type { DocumentLook } from '../gateways/invoice-files/write-invoice-pdf.ts'
import { writeFacturX } from '../gateways/invoice-files/write-factur-x.ts'
import { writeInvoicePdf } from '../gateways/invoice-files/write-invoice-pdf.ts'
import { queueMail } from '../mail/store.ts'
import {
  documentOf,
  draftCredit,
  draftInvoice,
  isAddressed,
  type Addressed,
  type Draft,
} from './build-invoice.ts'
import {
  insertInvoice,
  isRunDue,
  listBilledAgencies,
  listKinds,
  listOpenRewards,
  lockCounter,
  markRun,
  moveCounter,
  sumFees,
  type LedgerReward,
} from './invoice-store.ts'
import { readDocumentLook } from './read-document-look.ts'
import { findAgency } from '../agency/store.ts'
import { listAgencyUsers } from '../agency/user-store.ts'

export type CreatedInvoice = {
  number: string
  kind: 'invoice' | 'credit'
  month: Month
  agencyNumber: string
  totalCents: number
}

export type InvoiceRun = {
  created: CreatedInvoice[]
  /** Agencies that have no whole address yet: what they owe waits for it. */
  waiting: string[]
  /** Agencies whose documents could not be written: nothing of them is half done, and the next run tries again. */
  failed: string[]
}

/** The sweep's part: once a day, in tenants that bill their agencies. Safe to run twice and by several processes at once. */
export async function runInvoices(deps: Deps, code: string): Promise<void> {
  const tenant = await deps.tenants.get(code)
  if (!tenant.agencyBilling) return
  const today = deps.clock.today()
  if (!(await withTenant(deps.db, code, (tx) => isRunDue(tx, code, today)))) return
  const { waiting } = await createInvoices(deps, tenant, system)
  if (waiting.length > 0)
    deps.log.warn({ tenant: code, agencies: waiting.length }, 'agencies without an address')
  // The mark of an idle day is nothing that falls due.
  if (!deps.db.within) await withTenant(deps.db, code, (tx) => markRun(tx, code, today))
}

/**
 * Writes the invoices and credits of all months that are over and were not billed yet. Each document, its number and its lines
 * stand together or not at all; what another run has written is found and left alone. Nothing for a month in which nothing happened.
 */
export async function createInvoices(
  deps: Deps,
  tenant: Tenant,
  actor: Actor,
): Promise<InvoiceRun> {
  const run: InvoiceRun = { created: [], waiting: [], failed: [] }
  const billing = tenant.agencyBilling
  if (!billing) return run
  const look = await readDocumentLook(deps, tenant)
  const agencies = await withTenant(deps.db, tenant.code, (tx) =>
    listBilledAgencies(tx, tenant.code),
  )
  for (const agencyId of agencies) {
    try {
      const job = { deps, tenant, billing, look, agencyId, actor }
      const missing = await billAgency(job, run.created)
      if (missing !== null) run.waiting.push(missing)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      // One agency holds up no other. The message alone: a database error's details may quote a row.
      const message = error instanceof Error ? error.message : String(error)
      const { code } = tenant
      deps.log.error(
        { err: { message }, tenant: code, agency: agencyId },
        'An agency was not billed',
      )
      run.failed.push(agencyId)
    }
  }
  return run
}

type Job = {
  deps: Deps
  tenant: Tenant
  billing: AgencyBilling
  look: DocumentLook
  agencyId: string
  actor: Actor
}

/** Adds to `created` what was written; answers the agency's number where its address is missing. */
async function billAgency(job: Job, created: CreatedInvoice[]): Promise<string | null> {
  const { deps, tenant, agencyId } = job
  const today = deps.clock.today()
  const last = lastMonthOver(today)
  const { agency, months } = await withTenant(deps.db, tenant.code, async (tx) => {
    const open = await listOpenRewards(tx, tenant.code, agencyId, endOf(today))
    return {
      agency: await findAgency(tx, tenant.code, agencyId),
      months: monthsOf(open, last),
    }
  })
  if (!agency || months.length === 0) return null
  if (!isAddressed(agency)) return agency.number
  for (const month of months) {
    created.push(
      ...(await retryConflict(() =>
        withTenant(deps.db, tenant.code, (tx) => billMonth(tx, job, agency, month)),
      )),
    )
  }
  return null
}

/** The first instant of the month that is not over. */
const endOf = (today: Temporal.PlainDate) => startOfMonth(today.toPlainYearMonth().toString())

/** Months in which something happened that is on no document yet; the last one over takes up what came too late for its own. */
function monthsOf(rewards: readonly LedgerReward[], last: Month): Month[] {
  const months = rewards.flatMap(({ releasedAt, billedIn, endAt }) => [
    ...(billedIn === null ? [monthOf(releasedAt)] : []),
    ...(endAt ? [monthOf(endAt)] : []),
  ])
  return [...new Set([...months, ...(months.length > 0 ? [last] : [])])]
    .filter((month) => month <= last)
    .toSorted()
}

async function billMonth(
  tx: Tx,
  job: Job,
  agency: Addressed,
  month: Month,
): Promise<CreatedInvoice[]> {
  const { deps, tenant, agencyId } = job
  const code = tenant.code
  const today = deps.clock.today()
  // What was released and taken back in one month needs no document: nothing is locked for it, day after day.
  const planned = await planMonth(tx, job, month)
  if (!planned.invoice && !planned.credit) return []
  let place = await lockCounter(tx, code, agencyId, today.year)
  const created: CreatedInvoice[] = []
  const write = async (kind: 'invoice' | 'credit', draft: Draft, corrects: Corrected[]) => {
    place += 1
    const number = documentNumber(agency.number, today.year, place)
    created.push(
      await writeDocument(tx, job, agency, { kind, month, number, place, draft, corrects }),
    )
  }
  const { invoice } = await planMonth(tx, job, month)
  if (invoice) await write('invoice', invoice, [])
  const { credit, fees } = await planMonth(tx, job, month)
  if (credit) {
    const corrected = new Set(credit.lines.map(({ corrects }) => corrects))
    const named = new Map(
      fees.filter((one) => corrected.has(one.invoiceId)).map((one) => [one.number, one.issuedOn]),
    )
    const corrects = [...named].map(([number, issuedOn]) => ({ number, issuedOn }))
    await write('credit', credit, corrects.toSorted(byDateAndNumber))
  }
  if (created.length > 0) await moveCounter(tx, code, agencyId, today.year, place)
  return created
}

/** The documents that a month still needs, as things are now; the credit reckons with what is on invoices by then. */
async function planMonth(tx: Tx, { deps, tenant, billing, agencyId }: Job, month: Month) {
  const { code } = tenant
  const kinds = await listKinds(tx, code, agencyId, month)
  const open = await listOpenRewards(tx, code, agencyId, endOf(deps.clock.today()))
  const billed = new Set(open.flatMap(({ billedIn }) => billedIn ?? []))
  const fees = await sumFees(tx, code, [...billed])
  return {
    invoice: kinds.includes('invoice') ? null : draftInvoice(open, month, billing),
    credit: kinds.includes('credit') ? null : draftCredit(open, month, fees),
    fees,
  }
}

type Corrected = { number: string; issuedOn: string }

const byDateAndNumber = (one: Corrected, other: Corrected) =>
  one.issuedOn.localeCompare(other.issuedOn) || one.number.localeCompare(other.number)

async function writeDocument(
  tx: Tx,
  { deps, tenant, billing, look, agencyId, actor }: Job,
  agency: Addressed,
  made: {
    kind: 'invoice' | 'credit'
    month: Month
    number: string
    place: number
    draft: Draft
    corrects: Corrected[]
  },
): Promise<CreatedInvoice> {
  const [at, issuedOn, invoiceId] = [deps.clock.now(), deps.clock.today(), uuidv7()]
  const { kind, month, number, place, draft } = made
  const document = documentOf({ ...made, tenant, issuedOn, billing, agency })
  const xml = writeFacturX(document)
  const pdf = await writeInvoicePdf(document, xml, look, at)
  const { rewardCents, feeCents, vat, vatCents, totalCents } = draft.totals
  await insertInvoice(
    tx,
    tenant.code,
    {
      invoiceId,
      agencyId,
      kind,
      month,
      year: issuedOn.year,
      place,
      number,
      issuedOn,
      dueOn: document.dueOn,
      rewardCents,
      feeCents,
      vat,
      vatCents,
      totalCents,
      pdf,
      pdfHash: createHash('sha256').update(pdf).digest('hex'),
      xml,
      at,
      by: actor.id,
    },
    draft.lines,
  )
  const owner = (await listAgencyUsers(tx, tenant.code, agencyId)).find(
    ({ role }) => role === 'owner',
  )
  const locale = owner?.language ?? 'de'
  await queueMail(tx, tenant.code, {
    template: 'agencyInvoice',
    to: agency.email,
    locale,
    data: {
      documentKind: kind,
      invoiceNumber: number,
      amount: formatCents(totalCents, locale),
      expectedOn: document.dueOn.toString(),
      link: { link: { page: 'AgencyInvoices' } },
    },
    dedupeKey: `agency-invoice|${invoiceId}`,
    now: at,
  })
  await audit(tx, tenant.code, {
    at,
    actor,
    action: `${kind}-written`,
    subjectKind: 'invoice',
    subjectId: invoiceId,
    details: { number, month, totalCents, rewards: draft.lines.length },
  })
  return { number, kind, month, agencyNumber: agency.number, totalCents }
}
