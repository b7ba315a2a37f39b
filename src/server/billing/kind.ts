import type { Month, PaperKind } from '../../domain/invoice.ts'
import type { Tx } from '../db/connection.ts'
import type { InvoiceDocument } from '../gateways/invoice-files/invoice-document.ts'
import type { queueMail } from '../mail/store.ts'
import type { Draft } from './draft-document.ts'
import type { Entry } from './entry-store.ts'
import type { OpenCredit } from './set-off-store.ts'

/** A document being written. */
export type Made<E extends Entry = Entry> = {
  id: string
  paper: PaperKind
  number: string
  month: Month
  dueOn: Temporal.PlainDate
  dueCents: number // without what is set off
  at: Temporal.Instant
  draft: Draft<E>
}

export type Party = { number: string }

/** A kind of document with its corrections: parties, entries and texts. */
export type Kind<P extends Party = Party, E extends Entry = Entry> = {
  bill: PaperKind
  credit: PaperKind
  dueDays: number
  subject: string // in the audit log, and its name for the lines
  counted: string
  listParties(tx: Tx): Promise<string[]>
  /** Locked for writing; `waits`, with their number: required data is missing. */
  keepParty(tx: Tx, id: string): Promise<P | { waits: string } | undefined>
  listOpen(tx: Tx, id: string, before: Temporal.Instant): Promise<E[]>
  vatPercent(party: P): number
  taxesReward: boolean
  contentOf(
    party: P,
    draft: Draft<E>,
  ): Pick<InvoiceDocument, 'seller' | 'buyer' | 'rows'> & Partial<InvoiceDocument>
  mailOf(tx: Tx, party: P, made: Made<E>): Promise<Mail | null>
  /** What earlier corrections take off a bill; locked. */
  lockCredits?(tx: Tx, id: string): Promise<OpenCredit[]>
  /** Postings written with a document. */
  post?(tx: Tx, made: Made<E>): Promise<void>
}

export type Mail = Omit<Parameters<typeof queueMail>[2], 'now'>
