import type { z } from 'zod'
import type { maskedBankData } from '../../contract/empfehler.ts'
import type { StoredBankData } from './bank-store.ts'

export function bankDataView(stored: StoredBankData): z.output<typeof maskedBankData> {
  return {
    holder: stored.holder,
    iban: stored.iban_mask,
    ...(stored.bic ? { bic: stored.bic } : {}),
  }
}
