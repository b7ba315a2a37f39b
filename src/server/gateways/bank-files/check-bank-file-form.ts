import { BankFileError } from './bank-file-error.ts'

const begins = 400

/**
 * Whether it may be a file of a bank, by how it begins: for an immediate answer, before anybody reads it. An archive, or text that begins
 * with a tag, in any encoding of banks.
 * @throws BankFileError
 */
export function checkBankFileForm(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new BankFileError('the file is empty', 'die Datei ist leer')
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return
  // UTF-16 has a zero beside every letter; a byte order mark may come first.
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, begins)).replaceAll('\u0000', '')
  if (/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?\s*</.test(head)) return
  throw new BankFileError(
    'the file is neither XML nor a ZIP archive',
    'die Datei ist kein XML und kein ZIP-Archiv',
  )
}
