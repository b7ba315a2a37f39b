import { BankFileError } from './bank-file-error.ts'

// What the German rules (DFÜ-Abkommen, annex 3) allow in MsgId, PmtInfId and EndToEndId.
const allowed = /^[A-Za-z0-9+?/:().,' -]{1,35}$/

/**
 * Refuses an id that a bank would not take: more than 35 characters, outside the character set, or
 * with slashes or spaces at the ends or doubled slashes, which banks reject or silently change; an
 * id that comes back changed finds no payout. `what` names the field in the error.
 */
export function checkBankId(what: string, id: string): void {
  if (id.length === 0) throw new BankFileError(`${what} is empty`)
  if (id.length > 35) throw new BankFileError(`${what} has ${id.length} characters, 35 are allowed`)
  if (!allowed.test(id) || /^[/ ]|[/ ]$|\/\//.test(id)) {
    throw new BankFileError(`${what} ${JSON.stringify(id)} has characters that banks refuse in ids`)
  }
}
