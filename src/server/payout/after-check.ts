import { reasonAfterCheck } from '../../domain/payee-check.ts'
import type { Tx } from '../db/connection.ts'
import { findCheck } from '../reward/payee-check-store.ts'
import type { BankWord } from './read-bank-file.ts'

/** The order as a whole, and no payment of it, was not executed. */
const wholeOrder = ['not-sent', 'cancelled-at-bank']

/**
 * What a cancelled order means for one of its payments: due again, or the payee is asked, if the bank did not know their name. `bankSpells`:
 * the name that they may confirm.
 */
export async function afterCheck(
  tx: Tx,
  tenant: string,
  word: BankWord,
): Promise<{ word: BankWord; bankSpells: string | null }> {
  const { says, reasonCodes, payout } = word
  const same = { word, bankSpells: null }
  const [only = '', ...more] = reasonCodes
  if (says !== 'rejected' || more.length > 0 || !wholeOrder.includes(only)) return same
  const check = await findCheck(tx, tenant, payout.payout_id)
  const reason = reasonAfterCheck(check)
  if (reason === null) return same
  const bankSpells = reason === 'payee-close-match' ? (check?.bank_spells ?? null) : null
  return { word: { ...word, reasonCodes: [reason] }, bankSpells }
}
