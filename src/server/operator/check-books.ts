import { checkCommissions, checkInvoices } from '../billing/check-store.ts'
import type { Tx } from '../db/connection.ts'
import { checkLedger } from '../reward/ledger-store.ts'

/** Whatever does not add up in the books of a tenant: rewards, invoices of agencies, commissions and credit notes; one sentence each. */
export const checkBooks = async (tx: Tx, tenant: string): Promise<string[]> => [
  ...(await checkLedger(tx, tenant)),
  ...(await checkInvoices(tx, tenant)),
  ...(await checkCommissions(tx, tenant)),
]
