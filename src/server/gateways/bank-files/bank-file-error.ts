/**
 * A bank file that cannot be written or read. The message is one sentence for an operator; it names
 * ids and positions, never a person, an IBAN or a piece of the file, so it may go into a log.
 */
export class BankFileError extends Error {
  override name = 'BankFileError'
}
