import type { Difference, DifferenceKind } from '../../domain/books.ts'
import { checkCommissions, checkInvoices } from '../billing/check-store.ts'
import type { Tx } from '../db/connection.ts'
import { findLedgerDifferences } from '../reward/check-ledger-store.ts'
import { findBankAccountDifferences } from './check-bank-store.ts'
import {
  findBatchDifferences,
  findClosedLineDifferences,
  findLineDifferences,
  findPayoutDifferences,
  findTransitDifferences,
  findVoucherDifferences,
} from './check-store.ts'

/** What does not agree in a tenant's books: rewards, vouchers, payouts and their batches, the bank's account, agency invoices, commissions and credit notes. */
export const findDifferences = async (tx: Tx, tenant: string): Promise<Difference[]> => [
  ...(await findLedgerDifferences(tx, tenant)),
  ...(await findVoucherDifferences(tx, tenant)),
  ...(await findPayoutDifferences(tx, tenant)),
  ...(await findTransitDifferences(tx, tenant)),
  ...(await findBatchDifferences(tx, tenant)),
  ...(await findLineDifferences(tx, tenant)),
  ...(await findClosedLineDifferences(tx, tenant)),
  ...(await findBankAccountDifferences(tx, tenant)),
  ...said('invoice', await checkInvoices(tx, tenant)),
  ...said('commission', await checkCommissions(tx, tenant)),
]

/** The same, one sentence each. */
export const checkBooks = async (tx: Tx, tenant: string): Promise<string[]> =>
  (await findDifferences(tx, tenant)).map(({ text }) => text)

const said = (kind: DifferenceKind, texts: readonly string[]): Difference[] =>
  texts.map((text) => ({ kind, id: '', expected: null, found: null, text }))
