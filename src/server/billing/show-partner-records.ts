import type { z } from 'zod'
import * as contract from '../../contract/verkaufspartner-akten.ts'
import { isUuid } from '../base/uuid.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { listNotesOf } from './note-list-store.ts'
import { noteView } from './list-notes.ts'
import {
  findOrderOf,
  listCorrectionsOf,
  listEventsOf,
  listLinesOf,
  type NoteEvent,
  type NoteName,
  type OrderOfRecord,
} from './note-record-store.ts'
import { partnerOf } from '../sales-partner/session.ts'

type Event = z.output<typeof contract.showPartnerOrderRecord.answer & z.ZodType>['events'][number]

// Order of simultaneous events.
const order = contract.partnerSteps
const steps: Record<NoteEvent['event'], Event['step']> = {
  written: 'geschrieben',
  'claimed-for-payout': 'in-auszahlung',
  settled: 'ausgezahlt',
  rejected: 'abgewiesen',
  returned: 'zurueckgekommen',
}

/** An order, its commission and history. Another partner's is not found. */
export const showPartnerOrderRecord = serve(contract.showPartnerOrderRecord, (call) => {
  const { tenant, locale } = call
  const { partnerId } = partnerOf(call.caller)
  const of = [tenant.code, partnerId] as const
  return call.transaction(async (tx) => {
    const row = await findOrderOf(tx, ...of, call.params.id.toUpperCase())
    if (!row) throw fail('not-found')
    const [notes, happened] = await together([
      () => listNotesOf(tx, ...of, { ...oldestFirst, limit: 2, filter: { ids: row.note_ids } }),
      () => listEventsOf(tx, ...of, row.note_ids),
    ])
    return {
      number: row.number,
      externalNumber: row.external_number,
      product: row.title[locale],
      contractOn: row.contract_on,
      state: row.state,
      commissionState: row.commission_state,
      releasableOn: row.releasable_on,
      cents: row.cents,
      plan:
        row.plan_group === null || row.plan_from === null
          ? null
          : { group: row.plan_group, validFrom: row.plan_from },
      notes: notes.map(noteView),
      events: newestFirst([...ordersOwn(row), ...happened.map(eventOf)]),
    }
  })
})

/** A credit note or correction with its history, as above. */
export const showPartnerNoteRecord = serve(contract.showPartnerNoteRecord, (call) => {
  const { tenant, locale } = call
  const { partnerId } = partnerOf(call.caller)
  const id = call.params.id.toLowerCase()
  if (!isUuid(id)) throw fail('not-found')
  const of = [tenant.code, partnerId] as const
  return call.transaction(async (tx) => {
    const [notes, lines, corrections, happened] = await together([
      () => listNotesOf(tx, ...of, { ...oldestFirst, limit: 1, filter: { ids: [id] } }),
      () => listLinesOf(tx, ...of, id, contract.mostLines),
      () => listCorrectionsOf(tx, ...of, id),
      () => listEventsOf(tx, ...of, [id]),
    ])
    const [note] = notes
    if (!note) throw fail('not-found')
    const isNote = note.kind === 'self-billed'
    return {
      note: noteView(note),
      lines: lines.map((line) => ({
        number: line.number,
        externalNumber: line.external_number,
        product: line.title[locale],
        happenedOn: line.happened_on,
        cents: line.cents,
      })),
      lineCount: lines[0]?.count ?? 0,
      corrects: isNote ? [] : corrections.map(nameOf),
      correctedBy: isNote ? corrections.map(nameOf) : [],
      events: newestFirst(happened.map(eventOf)),
    }
  })
})

const oldestFirst = { column: 'Datum', descending: false, offset: 0 } as const
const nameOf = ({ note_id, kind, number }: NoteName) => ({ id: note_id, kind, number })

type Happened = Omit<Event, 'at'> & { at: Temporal.Instant }

const eventOf = (event: NoteEvent): Happened => ({
  at: event.at,
  step: steps[event.event],
  note: nameOf(event),
})

/** From the order itself. One imported as cancelled was never confirmed. */
function ordersOwn({ confirmed_at, released_at, cancelled_at }: OrderOfRecord): Happened[] {
  const cameCancelled = cancelled_at !== null && cancelled_at.equals(confirmed_at)
  const times = [
    ['bestaetigt', cameCancelled ? null : confirmed_at],
    ['freigegeben', released_at],
    ['storniert', cancelled_at],
  ] as const
  return times.flatMap(([step, at]) => (at === null ? [] : [{ step, at, note: null }]))
}

const newestFirst = (events: readonly Happened[]): Event[] =>
  events
    .toSorted(
      (a, b) =>
        Temporal.Instant.compare(b.at, a.at) || order.indexOf(b.step) - order.indexOf(a.step),
    )
    .map((event) => ({ ...event, at: event.at.toString() }))
