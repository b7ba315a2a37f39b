/**
 * A bank file cannot be written or read. The message is one sentence for operators with ids and positions, without names, IBANs
 * or contents, so it may be logged.
 */
export class BankFileError extends Error {
  override name = 'BankFileError'
}
