import { createHash } from 'node:crypto'
import {
  documentNumber,
  lastMonthOver,
  monthOf,
  startOfMonth,
  type Month,
} from '../../domain/invoice.ts'
import { formatCents } from '../../domain/money.ts'
import type { SalesPartnerTerms, Tenant } from '../../domain/tenant.ts'
import { readDocumentLook } from './read-document-look.ts'
import { isDatabaseAway } from '../answer-error.ts'
import { audit, system, type Actor } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { writeFacturX } from '../gateways/invoice-files/write-factur-x.ts'
import { writeInvoicePdf, type DocumentLook } from '../gateways/invoice-files/write-invoice-pdf.ts'
import { queueMail } from '../mail/store.ts'
import {
  draftCorrection,
  draftNote,
  noteDocument,
  vatOfPartner,
  type NoteDraft,
} from './build-note.ts'
import {
  insertNote,
  isNoteRunDue,
  lastPlace,
  listKindsOf,
  listOpenCommissions,
  listOpenPartners,
  markNoteRun,
  sumNoteLines,
  type LedgerCommission,
} from './note-store.ts'
import { lockPartner, type Partner } from '../sales-partner/store.ts'

export type CreatedNote = {
  number: string
  kind: 'self-billed' | 'self-billed-credit'
  month: Month
  totalCents: number
}

/** The sweep's part: once a day, in tenants with sales partners. Safe to run twice and by several processes at once. */
export async function runPartnerNotes(deps: Deps, code: string): Promise<void> {
  const tenant = await deps.tenants.get(code)
  if (!tenant.salesPartners) return
  const today = deps.clock.today()
  if (!(await withTenant(deps.db, code, (tx) => isNoteRunDue(tx, code, today)))) return
  await createNotes(deps, tenant, system)
  // The mark of an idle day is nothing that falls due.
  if (!deps.db.within) await withTenant(deps.db, code, (tx) => markNoteRun(tx, code, today))
}

/**
 * Writes the credit notes, and the corrections of earlier ones, of all months that are over and have none yet. Each document, its
 * number and its lines stand together or not at all. Nothing for a month in which nothing happened.
 */
export async function createNotes(
  deps: Deps,
  tenant: Tenant,
  actor: Actor,
  { mail = true } = {},
): Promise<CreatedNote[]> {
  const terms = tenant.salesPartners
  if (!terms) return []
  const look = await readDocumentLook(deps, tenant)
  const code = tenant.code
  const last = lastMonthOver(deps.clock.today())
  const created: CreatedNote[] = []
  for (const partnerId of await withTenant(deps.db, code, (tx) => listOpenPartners(tx, code))) {
    const job = { deps, tenant, terms, look, partnerId, actor, mail }
    try {
      const open = await withTenant(deps.db, code, (tx) => listOpen(tx, job))
      for (const month of monthsOf(open, last))
        created.push(
          ...(await retryConflict(() =>
            withTenant(deps.db, code, (tx) => writeMonth(tx, job, month)),
          )),
        )
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      // One partner holds up no other, and the next run tries again. The message alone: a database error's details may quote a row.
      const message = error instanceof Error ? error.message : String(error)
      deps.log.error(
        { err: { message }, tenant: code, partner: partnerId },
        'A partner got no note',
      )
    }
  }
  return created
}

type Job = {
  deps: Deps
  tenant: Tenant
  terms: SalesPartnerTerms
  look: DocumentLook
  partnerId: string
  actor: Actor
  mail: boolean
}

const listOpen = (tx: Tx, { deps, tenant, partnerId }: Job) =>
  listOpenCommissions(
    tx,
    tenant.code,
    partnerId,
    startOfMonth(deps.clock.today().toPlainYearMonth().toString()),
  )

/** Months in which something happened that is on no note yet; the last one over takes up what came too late for its own. */
function monthsOf(open: readonly LedgerCommission[], last: Month): Month[] {
  const months = open.flatMap(({ releasedAt, billedIn, cancelledAt }) => [
    ...(billedIn === null ? [monthOf(releasedAt)] : []),
    ...(cancelledAt ? [monthOf(cancelledAt)] : []),
  ])
  return [...new Set([...months, ...(months.length > 0 ? [last] : [])])]
    .filter((month) => month <= last)
    .toSorted()
}

async function writeMonth(tx: Tx, job: Job, month: Month): Promise<CreatedNote[]> {
  const { tenant, terms, partnerId } = job
  // One run follows the other from here on.
  const partner = await lockPartner(tx, tenant.code, partnerId)
  if (!partner) return []
  const kinds = await listKindsOf(tx, tenant.code, partnerId, month)
  const created: CreatedNote[] = []
  const note = kinds.includes('self-billed')
    ? null
    : draftNote(await listOpen(tx, job), month, vatOfPartner(partner, terms))
  if (note)
    created.push(
      await writeNote(tx, job, partner, { kind: 'self-billed', month, draft: note, corrects: [] }),
    )
  if (kinds.includes('self-billed-credit')) return created
  const open = await listOpen(tx, job)
  const sums = await sumNoteLines(tx, tenant.code, [
    ...new Set(open.flatMap(({ billedIn }) => billedIn ?? [])),
  ])
  const correction = draftCorrection(open, month, sums)
  if (!correction) return created
  const taken = new Set(correction.lines.map(({ corrects }) => corrects))
  const named = new Map(
    sums.filter(({ noteId }) => taken.has(noteId)).map((one) => [one.number, one.issuedOn]),
  )
  const corrects = [...named].map(([number, issuedOn]) => ({ number, issuedOn }))
  created.push(
    await writeNote(tx, job, partner, {
      kind: 'self-billed-credit',
      month,
      draft: correction,
      corrects,
    }),
  )
  return created
}

async function writeNote(
  tx: Tx,
  { deps, tenant, terms, look, partnerId, actor, mail }: Job,
  partner: Partner,
  made: {
    kind: CreatedNote['kind']
    month: Month
    draft: NoteDraft
    corrects: { number: string; issuedOn: string }[]
  },
): Promise<CreatedNote> {
  const [at, issuedOn, noteId] = [deps.clock.now(), deps.clock.today(), uuidv7()]
  const { kind, month, draft } = made
  const { netCents, vatCents, totalCents } = draft
  const place = 1 + (await lastPlace(tx, tenant.code, partnerId, issuedOn.year))
  const number = documentNumber(partner.number, issuedOn.year, place)
  const document = noteDocument({
    ...made,
    tenant,
    number,
    issuedOn,
    terms,
    partner,
  })
  const xml = writeFacturX(document)
  const pdf = await writeInvoicePdf(document, xml, look, at)
  await insertNote(
    tx,
    tenant.code,
    {
      noteId,
      partnerId,
      kind,
      month,
      year: issuedOn.year,
      place,
      number,
      issuedOn,
      dueOn: document.dueOn,
      netCents,
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
  if (kind === 'self-billed' && mail)
    await queueMail(tx, tenant.code, {
      template: 'salesPartnerNote',
      to: partner.email,
      locale: partner.language,
      data: {
        firstName: partner.first_name,
        noteNumber: number,
        amount: formatCents(totalCents, partner.language),
        expectedOn: document.dueOn.toString(),
        link: { link: { page: 'SalesPartnerBilling' } },
      },
      dedupeKey: `partner-note|${noteId}`,
      now: at,
    })
  await audit(tx, tenant.code, {
    at,
    actor,
    action: `${kind}-written`,
    subjectKind: 'partner-note',
    subjectId: noteId,
    details: { number, month, totalCents, orders: draft.lines.length },
  })
  return { number, kind, month, totalCents }
}
