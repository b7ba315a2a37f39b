import { createHash } from 'node:crypto'
import {
  daysOf,
  documentNumber,
  lastMonthOver,
  monthOf,
  startOfMonth,
  type Month,
  type PaperKind,
} from '../../domain/invoice.ts'
import { sumCents } from '../../domain/payout.ts'
import { takeFrom } from '../../domain/set-off.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { isDatabaseAway } from '../answer-error.ts'
import { audit, system, type Actor } from '../base/audit-store.ts'
import { runEveryStep } from '../base/run-every-step.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import type { InvoiceDocument } from '../gateways/invoice-files/invoice-document.ts'
import { writeFacturX } from '../gateways/invoice-files/write-factur-x.ts'
import type { DocumentLook } from '../gateways/invoice-files/draw-page.ts'
import { writeInvoicePdf } from '../gateways/invoice-files/write-invoice-pdf.ts'
import { queueMail } from '../mail/store.ts'
import {
  insertDocument,
  isRunDue,
  kindNames,
  listPapers,
  lockCounter,
  markRun,
  moveCounter,
  sumTaxed,
  type KindName,
} from './document-store.ts'
import {
  correctedBy,
  draftBill,
  draftCredit,
  type Corrected,
  type Draft,
} from './draft-document.ts'
import type { Entry } from './entry-store.ts'
import type { Kind, Party } from './kind.ts'
import { kinds } from './kinds.ts'
import { insertSetOffs } from './set-off-store.ts'
import { readDocumentLook } from './read-document-look.ts'

export type Written = {
  number: string
  kind: PaperKind
  month: Month
  partyNumber: string
  totalCents: number
}

export type Run = {
  created: Written[]
  /** Numbers of those without full address; their amounts wait. */
  waiting: string[]
  /** Parties whose documents failed: rolled back, and retried by the next run. */
  failed: string[]
}

/** The sweep's part, once a day. Idempotent and safe in parallel. */
export const runBilling = (deps: Deps, code: string): Promise<void> =>
  runEveryStep(kindNames.map((name) => () => runKind(deps, code, name)))

async function runKind(deps: Deps, code: string, name: KindName): Promise<void> {
  const tenant = await deps.tenants.get(code)
  if (!kinds[name](tenant)) return
  const today = deps.clock.today()
  if (!(await withTenant(deps.db, code, (tx) => isRunDue(tx, code, name, today)))) return
  const { waiting } = await writeDocuments(deps, tenant, name, system)
  if (waiting.length > 0)
    deps.log.warn(
      { tenant: code, kind: name, waiting: waiting.length },
      'documents wait for an address',
    )
  // The mark of an idle day is no due work.
  if (!deps.db.within) await withTenant(deps.db, code, (tx) => markRun(tx, code, name, today))
}

/**
 * Writes a kind's documents and corrections for all complete months without any. Document, number and lines are atomic; those of
 * other runs are left alone. Nothing for an empty month.
 */
export async function writeDocuments(
  deps: Deps,
  tenant: Tenant,
  name: KindName,
  actor: Actor,
  { mail = true } = {},
): Promise<Run> {
  const run: Run = { created: [], waiting: [], failed: [] }
  const kind = kinds[name](tenant)
  if (!kind) return run
  const { code } = tenant
  const look = await readDocumentLook(deps, tenant)
  for (const partyId of await withTenant(deps.db, code, (tx) => kind.listParties(tx))) {
    try {
      await writeFor({ deps, tenant, name, kind, look, partyId, actor, mail }, run)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      // One party does not stop others. Message only: a database error's details may quote a row.
      const message = error instanceof Error ? error.message : String(error)
      const about = { err: { message }, tenant: code, kind: name, party: partyId }
      deps.log.error(about, 'Documents were not written')
      run.failed.push(partyId)
    }
  }
  return run
}

type Job = {
  deps: Deps
  tenant: Tenant
  name: KindName
  kind: Kind
  look: DocumentLook
  partyId: string
  actor: Actor
  mail: boolean
}

async function writeFor(job: Job, run: Run): Promise<void> {
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) =>
    withTenant(job.deps.db, job.tenant.code, work)
  const open = await inTenant((tx) => listOpen(tx, job))
  for (const month of monthsOf(open, lastMonthOver(job.deps.clock.today()))) {
    const made = await retryConflict(() => inTenant((tx) => writeMonth(tx, job, month)))
    if ('waits' in made) return void run.waiting.push(made.waits)
    run.created.push(...made.created)
  }
}

/** Released before the current month. */
const listOpen = (tx: Tx, { deps, kind, partyId }: Job) =>
  kind.listOpen(tx, partyId, startOfMonth(deps.clock.today().toPlainYearMonth().toString()))

/** Months with undocumented events; the last complete one takes late ones. */
function monthsOf(entries: readonly Entry[], last: Month): Month[] {
  const months = entries.flatMap(({ releasedAt, billedIn, endAt }) => [
    ...(billedIn === null ? [monthOf(releasedAt)] : []),
    ...(endAt ? [monthOf(endAt)] : []),
  ])
  return [...new Set([...months, ...(months.length > 0 ? [last] : [])])]
    .filter((month) => month <= last)
    .toSorted()
}

async function writeMonth(
  tx: Tx,
  job: Job,
  month: Month,
): Promise<{ created: Written[] } | { waits: string }> {
  const { deps, tenant, name, kind, partyId } = job
  const created: Written[] = []
  // Released and withdrawn in one month: no document, so no daily lock.
  if ((await draftMonth(tx, job, month, { vatPercent: 0, taxesReward: false })).length === 0)
    return { created }
  const party = await kind.keepParty(tx, partyId)
  if (!party) return { created }
  if ('waits' in party) return party
  const { year } = deps.clock.today()
  let place = await lockCounter(tx, tenant.code, name, partyId, year)
  // Again, under the lock: another run may have written some.
  const vat = { vatPercent: kind.vatPercent(party), taxesReward: kind.taxesReward }
  for (const drafted of await draftMonth(tx, job, month, vat)) {
    place += 1
    created.push(await writeDocument(tx, job, party, { ...drafted, month, place }))
  }
  if (created.length > 0) await moveCounter(tx, tenant.code, name, partyId, year, place)
  return { created }
}

type Drafted = { paper: PaperKind; draft: Draft; corrects: Corrected[] }

/** Documents a month still needs. It never credits its own bills, so both are drafted at once. */
async function draftMonth(
  tx: Tx,
  job: Job,
  month: Month,
  vat: { vatPercent: number; taxesReward: boolean },
): Promise<Drafted[]> {
  const { tenant, name, kind, partyId } = job
  const written = await listPapers(tx, tenant.code, name, partyId, month)
  const open = await listOpen(tx, job)
  const billed = new Set(open.flatMap(({ billedIn }) => billedIn ?? []))
  const sums = await sumTaxed(tx, tenant.code, name, [...billed])
  const drafts = [
    [kind.bill, draftBill(open, month, vat)],
    [kind.credit, draftCredit(open, month, sums)],
  ] as const
  return drafts.flatMap(([paper, draft]) =>
    draft === null || written.includes(paper)
      ? []
      : [{ paper, draft, corrects: correctedBy(draft, sums) }],
  )
}

async function writeDocument(
  tx: Tx,
  { deps, tenant, name, kind, look, partyId, actor, mail }: Job,
  party: Party,
  { paper, draft, corrects, month, place }: Drafted & { month: Month; place: number },
): Promise<Written> {
  const [at, issuedOn, id] = [deps.clock.now(), deps.clock.today(), uuidv7()]
  const { totals } = draft
  const credits =
    paper === kind.bill
      ? takeFrom((await kind.lockCredits?.(tx, partyId)) ?? [], totals.totalCents)
      : []
  const dueCents = totals.totalCents - sumCents(credits.map(({ cents }) => cents))
  const document: InvoiceDocument = {
    kind: paper,
    address: tenant.address,
    rewardWord: tenant.rewardWord,
    number: documentNumber(party.number, issuedOn.year, place),
    issuedOn,
    dueOn: issuedOn.add({ days: kind.dueDays }),
    period: daysOf(month),
    vat: totals.vat,
    totalCents: totals.totalCents,
    corrects,
    setOff: credits,
    ...kind.contentOf(party, draft),
  }
  const { number, dueOn } = document
  const xml = writeFacturX(document)
  const pdf = await writeInvoicePdf(document, xml, look, at)
  const pdfHash = createHash('sha256').update(pdf).digest('hex')
  const made = { id, paper, number, month, dueOn, dueCents, at, draft }
  await insertDocument(
    tx,
    tenant.code,
    name,
    { ...made, partyId, place, issuedOn, totals, pdf, pdfHash, xml, by: actor.id },
    draft.lines,
  )
  await insertSetOffs(tx, tenant.code, partyId, { invoiceId: id, credits, at })
  await kind.post?.(tx, made)
  const told = mail ? await kind.mailOf(tx, party, made) : null
  if (told) await queueMail(tx, tenant.code, { ...told, now: at })
  await audit(tx, tenant.code, {
    at,
    actor,
    action: `${paper}-written`,
    subjectKind: kind.subject,
    subjectId: id,
    details: {
      month,
      [kind.counted]: draft.lines.length,
      ...(credits.length > 0 ? { setOffCents: totals.totalCents - dueCents } : {}),
    },
    change: { before: null, after: { number, totalCents: totals.totalCents } },
  })
  return { number, kind: paper, month, partyNumber: party.number, totalCents: totals.totalCents }
}
