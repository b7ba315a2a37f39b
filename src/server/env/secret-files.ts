import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { StartError } from './start-error.ts'

type Source = Record<string, string | undefined>

/** Settings that are secrets, or addresses with a password: each may be given as NAME_FILE, the path of a file that holds it. */
export const secretSettings = [
  'DATABASE_URL',
  'QUEUE_URL',
  'DATABASE_OWNER_URL',
  'SECRET_KEY',
  'SMTP_URL',
  'OPERATOR_SSO_SECRET',
] as const

const mostBytes = 65_536

/** The environment with what its files hold; else a StartError that names the setting and never what the file says. */
export function readSecretFiles(source: Source): Source {
  const read = { ...source }
  for (const name of secretSettings) {
    const path = source[`${name}_FILE`]?.trim()
    if (!path) continue
    if (source[name]?.trim())
      throw new StartError(`${name} and ${name}_FILE are both set: take one of them away.`)
    read[name] = readSecret(`${name}_FILE`, resolve(path))
  }
  return read
}

function readSecret(name: string, path: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const { code = 'unknown' } = error as { code?: string }
    throw new StartError(`${name} ${path} cannot be read, because ${reasons[code] ?? code}.`)
  }
  const text = bytes.toString('utf8').trim()
  if (text === '') throw new StartError(`${name} ${path} is empty: put the secret into it.`)
  if (bytes.length > mostBytes || /[\r\n\0]/.test(text))
    throw new StartError(
      `${name} ${path} is not one line of at most 64 kB: it must hold the secret alone.`,
    )
  return text
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
}
