import * as contract from '../../contract/betrieb-rechnungen.ts'
import type { paperKindWords, paperStateWords } from '../../contract/console-words.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { pagesOf } from '../../contract/report-list.ts'
import { initialsOf } from '../../domain/initials.ts'
import type { PaperKind } from '../../domain/invoice.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import { missingRight } from '../../domain/operator-words.ts'
import type { PaperState } from '../../domain/paper.ts'
import { audit } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import { findFiles } from '../billing/document-store.ts'
import { listInvoiceLines, listRelatedInvoices } from '../billing/invoice-record-store.ts'
import { listCorrectionsOf, listLinesOf } from '../billing/note-record-store.ts'
import { listReminders } from '../billing/reminder-store.ts'
import { listSetOffs } from '../billing/set-off-store.ts'
import { checkedPdf } from '../billing/show-document-file.ts'
import { actorOf, type Call, type Caller } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { documentTitles } from '../gateways/invoice-files/invoice-document.ts'
import { serve } from '../serve.ts'
import { isOwnSeller } from './own-case.ts'
import {
  findPapers,
  listPaperRows,
  readPaperMoney,
  type PaperFilter,
  type PaperRow,
} from './paper-list-store.ts'

type Shown = AnswerOf<typeof contract.showPaper>

const stateWords = {
  open: 'offen',
  overdue: 'ueberfaellig',
  settled: 'ausgeglichen',
  'in-transit': 'in-auszahlung',
  paid: 'bezahlt',
} as const satisfies Record<PaperState, (typeof paperStateWords)[number]>
const kindWords = {
  invoice: 'rechnung',
  credit: 'rechnungskorrektur',
  'self-billed': 'gutschrift',
  'self-billed-credit': 'gutschriftkorrektur',
} as const satisfies Record<PaperKind, (typeof paperKindWords)[number]>

const keysOf = <Key extends string>(words: Record<Key, string>, asked: readonly string[]) =>
  (Object.keys(words) as Key[]).filter((key) => asked.includes(words[key]))

const seesPeople = (caller: Caller) =>
  caller.kind === 'operator' && operatorAbilities(caller.roles).can('read', 'people')

type Asked = {
  kind?: string | string[] | undefined
  state?: string | string[] | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

export const filterOf = (
  { kind, state, from, to, search }: Asked,
  { caller, today }: Pick<Call, 'caller' | 'today'>,
): PaperFilter => ({
  kinds: keysOf(kindWords, [kind ?? []].flat()),
  states: keysOf(stateWords, [state ?? []].flat()),
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
  ...(search ? { search } : {}),
  seesPeople: seesPeople(caller),
  today,
})

export const viewOf = (row: PaperRow, caller: Caller) => ({
  id: row.paper_id,
  kind: kindWords[row.kind],
  number: row.number,
  month: row.month,
  issuedOn: row.issued_on,
  dueOn: row.kind === 'invoice' || row.kind === 'self-billed' ? row.due_on : null,
  cents: row.cents,
  openCents: row.open_cents,
  state: stateWords[row.state],
  paidOn: row.paid_on,
  partyKind: row.party_kind,
  party: row.party_id,
  partyNumber: row.party_number,
  name: row.is_person && !seesPeople(caller) ? initialsOf(row.name) : row.name,
  version: row.version,
})

export const listPapers = serve(contract.listPapers, async (call) => {
  const { tenant, body, caller } = call
  const { page = 1, pageSize = 50, orderBy = 'Datum', descending = true, filter = {} } = body
  return call.transaction(async (tx) => {
    const { rows, count, cents } = await listPaperRows(tx, tenant.code, {
      filter: filterOf(filter, call),
      orderBy,
      descending,
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    return {
      ...pagesOf(count, page, pageSize),
      rows: rows.map((row) => viewOf(row, caller)),
      ...(cents === null ? {} : { sums: { cents } }),
    }
  })
})

export async function findPaper(
  tx: Tx,
  { tenant, params, today }: Pick<Call<{ id: string }>, 'tenant' | 'params' | 'today'>,
): Promise<PaperRow> {
  const [found] = isUuid(params.id) ? await findPapers(tx, tenant.code, [params.id], today) : []
  if (!found) throw fail('not-found')
  return found
}

/** Whether the document is of the operator's own agency or partner. */
export const isOwnPaper = (
  tx: Tx,
  { deps, tenant, caller }: Pick<Call, 'deps' | 'tenant' | 'caller'>,
  { party_kind: kind, party_id: party }: PaperRow,
): Promise<boolean> => isOwnSeller(tx, deps, tenant.code, actorOf(caller).id, kind, party)

export const showPaper = serve(contract.showPaper, (call) =>
  call.transaction(async (tx) => {
    const { tenant, caller, today } = call
    const row = await findPaper(tx, call)
    const money = await readPaperMoney(tx, tenant.code, row)
    const { lines, related, setOffs } =
      row.party_kind === 'agency'
        ? await ofInvoice(tx, tenant.code, row)
        : await ofNote(tx, tenant.code, row)
    const signed = row.cents < 0 ? -1 : 1
    return {
      ...viewOf(row, caller),
      netCents: signed * money.net_cents,
      vatCents: signed * money.vat_cents,
      // The reference to a bank line is our own number for it.
      reference: money.bank_line ? null : money.reference,
      bankLine: money.bank_line,
      reversal: money.reversal,
      executionOn: money.execution_on,
      reminders:
        row.party_kind === 'agency' ? await listReminders(tx, tenant.code, row.paper_id) : [],
      lines: lines.slice(0, contract.mostPaperLines),
      isCut: lines.length > contract.mostPaperLines,
      setOffs,
      related: (await findPapers(tx, tenant.code, related, today)).map((one) => {
        const { id, number, kind, cents, state } = viewOf(one, caller)
        return { id, number, kind, cents, state }
      }),
      isPerson: row.is_person,
      isOwnCase: await isOwnPaper(tx, call, row),
    }
  }),
)

type Content = { lines: Shown['lines']; related: string[]; setOffs: Shown['setOffs'] }
const events = { released: 'freigegeben', cancelled: 'storniert', expired: 'abgelaufen' } as const
const atMost = contract.mostPaperLines + 1

async function ofInvoice(tx: Tx, tenant: string, { paper_id: id }: PaperRow): Promise<Content> {
  const lines = await listInvoiceLines(tx, tenant, id, atMost)
  const related = await listRelatedInvoices(tx, tenant, id)
  const setOffs = await listSetOffs(tx, tenant, id)
  return {
    lines: lines.map((line) => ({
      event: events[line.event],
      day: line.happened_on,
      number: line.external_number ?? line.order_number,
      order: line.order_number,
      cents: line.reward_cents,
      feeCents: line.fee_cents,
    })),
    related: [...new Set([...related, ...setOffs].map((one) => one.id))],
    setOffs,
  }
}

async function ofNote(
  tx: Tx,
  tenant: string,
  { paper_id: id, party_id: party, kind }: PaperRow,
): Promise<Content> {
  const lines = await listLinesOf(tx, tenant, party, id, atMost)
  const related = await listCorrectionsOf(tx, tenant, party, id)
  return {
    lines: lines.map((line) => ({
      event: kind === 'self-billed' ? ('freigegeben' as const) : ('storniert' as const),
      day: line.happened_on,
      number: line.external_number,
      order: null,
      cents: line.cents,
      feeCents: 0,
    })),
    related: related.map(({ note_id }) => note_id),
    setOffs: [],
  }
}

export const showPaperFile = serve(contract.showPaperFile, async (call) => {
  const { tenant, caller, now, reply } = call
  const files = await call.transaction(async (tx) => {
    const row = await findPaper(tx, call)
    if (row.is_person && !seesPeople(caller))
      throw fail('not-authorised', { said: missingRight(['read', 'people']) })
    const isInvoice = row.party_kind === 'agency'
    const found = await findFiles(tx, tenant.code, isInvoice ? 'invoices' : 'notes', {
      number: row.number,
    })
    if (!found) throw fail('not-found')
    await audit(tx, tenant.code, {
      at: now,
      actor: actorOf(caller),
      action: 'document-fetched',
      subjectKind: isInvoice ? 'invoice' : 'partner-note',
      subjectId: row.paper_id,
      details: { number: row.number },
    })
    return found
  })
  const name = `${documentTitles[files.kind]}-${files.number}.pdf`.replaceAll(/[^\w.-]/g, '-')
  reply
    .header('Cache-Control', 'no-store')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .type('application/pdf')
  await reply.send(checkedPdf(files))
  return undefined
})
