import { checkCommissions, checkInvoices } from '../billing/check-store.ts'
import type { Tx } from '../db/connection.ts'
import { checkLedger } from '../reward/ledger-store.ts'

/** Errors in a tenant's books: rewards, agency invoices, commissions and credit notes; one sentence each. */
export const checkBooks = async (tx: Tx, tenant: string): Promise<string[]> => [
  ...(await checkLedger(tx, tenant)),
  ...(await checkInvoices(tx, tenant)),
  ...(await checkCommissions(tx, tenant)),
]
