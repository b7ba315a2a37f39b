/**
 * A bank file cannot be written or read. The message is one sentence for operators with ids and positions, without names, IBANs
 * or contents, so it may be logged. `german` says the same to who hands the file in.
 */
export class BankFileError extends Error {
  override name = 'BankFileError'
  readonly german: string

  constructor(message: string, german?: string) {
    super(message)
    this.german =
      german ??
      `die Datei ist beschädigt oder hat eine andere Form als die der Banken. Einzelheit (englisch): ${message}`
  }
}
