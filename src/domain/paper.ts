// Agencies' invoices and partners' credit notes as operators see them.

/** Where a document's money is; each is in one of these. Corrections are never overdue. */
export const paperStates = ['open', 'overdue', 'settled', 'in-transit', 'paid'] as const
export type PaperState = (typeof paperStates)[number]

/** What operators write down about an invoice; credit notes are paid by payouts alone. */
export const mayMark = (kind: string, state: PaperState): 'paid' | 'taken-back' | null =>
  kind !== 'invoice' && kind !== 'credit' ? null : state === 'paid' ? 'taken-back' : 'paid'
