import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../env/start-error.ts'
import type { RunAs } from './choose-user.ts'

export type Passwords = { postgres: string; zuspruch_app: string }

const clusterName = 'postgres'

export const clusterIn = (dataDir: string) => join(dataDir, clusterName)

/** Passwords of both logins, created at the first start with mode 0600. */
export function keepPasswords(dataDir: string): Passwords {
  const path = join(dataDir, 'database-passwords')
  if (!existsSync(path)) {
    if (existsSync(clusterIn(dataDir))) throw unusable(path)
    const make = () => randomBytes(24).toString('base64url')
    const passwords: Passwords = { postgres: make(), zuspruch_app: make() }
    const draft = `${path}.new`
    writeFileSync(draft, `${JSON.stringify(passwords)}\n`, { mode: 0o600, flush: true })
    renameSync(draft, path)
  }
  return parsePasswords(path)
}

function parsePasswords(path: string): Passwords {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (read && typeof read === 'object' && 'postgres' in read && 'zuspruch_app' in read) {
      return { postgres: String(read.postgres), zuspruch_app: String(read.zuspruch_app) }
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw unusable(path)
}

const unusable = (path: string) =>
  new StartError(
    `${path} is missing or damaged, so the kept database cannot be opened: put the file back, or set DATA_DIR to a new folder.`,
  )

/** Creates the cluster if missing: beside its place, then moved, so that an interrupted start leaves only a folder to remove. */
export async function initCluster(
  dataDir: string,
  initdb: string,
  runAs: RunAs,
  password: string,
): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(`${clusterName}.new-`)) rmSync(join(dataDir, name), { recursive: true })
  }
  if (existsSync(clusterIn(dataDir))) return
  const draft = join(dataDir, `${clusterName}.new-${randomBytes(6).toString('hex')}`)
  const folder = join(draft, 'cluster')
  const passwordFile = join(draft, 'password')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (runAs.owner) {
    for (const path of [draft, folder, passwordFile]) {
      chownSync(path, runAs.owner.uid, runAs.owner.gid)
    }
  }
  try {
    await runInitdb([...runAs.prefix, initdb, ...initOptions(folder, passwordFile)], runAs, dataDir)
    renameSync(folder, clusterIn(dataDir))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

const initOptions = (folder: string, passwordFile: string) => [
  `--pgdata=${folder}`,
  `--pwfile=${passwordFile}`,
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  // Built into PostgreSQL, so the sort order depends on no OS library.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--no-instructions',
]

async function runInitdb(words: string[], runAs: RunAs, dataDir: string): Promise<void> {
  const [command = '', ...args] = words
  const child = spawn(command, args, {
    ...(runAs.prefix.length === 0 && runAs.owner),
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail)
    child.once('close', done)
  })
  if (code !== 0) throw explainFailure(complaint, dataDir)
}

/** Turns PostgreSQL's last output into one sentence for the operator. */
export function explainFailure(log: string, dataDir: string): StartError {
  const lines = log.split('\n').filter((line) => /FATAL|PANIC|error|No space/.test(line))
  const last =
    lines
      .at(-1)
      ?.replace(/^.*?(FATAL|PANIC|error):\s*/, '')
      .trim() ?? 'no reason given'
  if (/No space left|Disk quota/.test(log)) {
    return new StartError(
      `DATA_DIR ${dataDir} cannot be used, because the disk is full: make room, then start again.`,
    )
  }
  if (/Permission denied|Read-only file system|wrong ownership/.test(log)) {
    return new StartError(
      `The database in ${clusterIn(dataDir)} cannot be opened by this user (${last}): give it the rights, or set DATA_DIR to another folder.`,
    )
  }
  return new StartError(
    `The database in ${clusterIn(dataDir)} cannot be started (${last}): restore the folder from a backup, or set DATA_DIR to a new folder.`,
  )
}
