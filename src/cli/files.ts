import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'

// npm changes the folder; INIT_CWD is where the path was typed.
const place = (file: string) => resolve(process.env['INIT_CWD'] ?? process.cwd(), file)

/** A file, or stdin for `-`. */
export function readInput(file: string): Promise<Uint8Array> {
  return file === '-' ? buffer(process.stdin) : readFile(place(file))
}

/** Where the files are that a file names; null for `-`. */
export const folderOf = (file: string) => (file === '-' ? null : dirname(place(file)))

/** Writes a file with mode 0600: bank files hold names and account numbers. Returns its path. */
export async function writeOutput(file: string, text: string | Uint8Array): Promise<string> {
  const path = place(file)
  await writeFile(path, text, { mode: 0o600 })
  return path
}

/** The same in parts, of which none is there before all are. */
export async function writeParts(file: string, parts: AsyncIterable<Uint8Array>): Promise<string> {
  const path = place(file)
  const found = await stat(path).catch(() => null)
  if (found && !found.isFile()) {
    // A device or a pipe.
    await writeFile(path, parts)
    return path
  }
  const partial = `${path}.part`
  try {
    await rm(partial, { force: true }) // it would keep its mode
    await writeFile(partial, parts, { mode: 0o600, flag: 'wx' })
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  return path
}
