import { BankFileError } from './bank-file-error.ts'

// Allowed in MsgId, PmtInfId and EndToEndId by the German rules (DFÜ-Abkommen, annex 3).
const allowed = /^[A-Za-z0-9+?/:().,' -]{1,35}$/

/**
 * Throws for an id that banks reject or change: over 35 characters, outside the character set, outer slashes or spaces, or
 * double slashes; a changed id finds no payout. `what`: the field for the error.
 */
export function checkBankId(what: string, id: string): void {
  if (id.length === 0) throw new BankFileError(`${what} is empty`)
  if (id.length > 35) throw new BankFileError(`${what} has ${id.length} characters, 35 are allowed`)
  if (!allowed.test(id) || /^[/ ]|[/ ]$|\/\//.test(id)) {
    throw new BankFileError(`${what} ${JSON.stringify(id)} has characters that banks refuse in ids`)
  }
}
