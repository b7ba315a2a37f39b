import { Unzip, UnzipInflate } from 'fflate'
import { BankFileError } from './bank-file-error.ts'

export const mostBytes = 50 * 1024 * 1024 // packed, and all files together
export const mostFiles = 100

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

/**
 * The files of an archive in its order, or the one file that it is. Names are ignored. Throws BankFileError for damaged archives,
 * for archives in archives, and for more than 100 files or 50 MiB, counted while unpacking, whatever the archive says of itself.
 */
export function unpackBankFiles(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length === 0) throw new BankFileError('the file is empty', 'die Datei ist leer')
  if (bytes.length > mostBytes)
    throw new BankFileError('the file is larger than 50 MiB', 'die Datei ist größer als 50 MB')
  if (!isZip(bytes)) return [bytes]
  const files: Uint8Array[][] = []
  let [total, begun, ended] = [0, 0, 0]
  const unzip = new Unzip((file) => {
    if (file.name.endsWith('/')) return
    if ((begun += 1) > mostFiles)
      throw new BankFileError(
        `the archive has more than ${mostFiles} files`,
        `im Archiv sind mehr als ${mostFiles} Dateien`,
      )
    const chunks: Uint8Array[] = []
    files.push(chunks)
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error
      total += chunk.length
      if (total > mostBytes)
        throw new BankFileError(
          'the archive unpacks to more than 50 MiB',
          'ausgepackt hat das Archiv mehr als 50 MB',
        )
      chunks.push(chunk)
      if (isLast) ended += 1
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    // In parts, so that what unpacks to too much is stopped early.
    for (let at = 0; at < bytes.length; at += partBytes)
      unzip.push(bytes.subarray(at, at + partBytes), at + partBytes >= bytes.length)
  } catch (error) {
    if (error instanceof BankFileError) throw error
    throw new BankFileError(
      'the archive is damaged or packed in a way that is not known',
      'das Archiv ist beschädigt oder auf unbekannte Art gepackt',
    )
  }
  if (begun === 0 || ended !== begun || !hasEnd(bytes))
    throw new BankFileError(
      'the archive is damaged or has no files',
      'das Archiv ist beschädigt oder leer',
    )
  const unpacked = files.map((chunks) => Buffer.concat(chunks))
  if (unpacked.some(isZip))
    throw new BankFileError(
      'the archive has another archive in it',
      'im Archiv steckt ein weiteres Archiv',
    )
  return unpacked
}

const partBytes = 16 * 1024

/** The record at the end, which a cut archive lacks. */
const hasEnd = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(-66_000)).lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6])) !== -1
