import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'

// npm changes into the package's folder; INIT_CWD is where the person stands who typed the path.
const place = (file: string) => resolve(process.env['INIT_CWD'] ?? process.cwd(), file)

/** A file, or standard input where it is `-`. */
export function readInput(file: string): Promise<Uint8Array> {
  return file === '-' ? buffer(process.stdin) : readFile(place(file))
}

/** Writes a file that only its owner may read: bank files hold names and account numbers. Answers where it lies. */
export async function writeOutput(file: string, text: string | Uint8Array): Promise<string> {
  const path = place(file)
  await writeFile(path, text, { mode: 0o600 })
  return path
}
