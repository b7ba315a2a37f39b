import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../src/server/db/embedded/run-postmaster.ts'

const root = resolve(import.meta.dirname, '..')

export type RunningApp = {
  origin: string // http://localhost:PORT, the tenant `standard`
  port: number
  dataDir: string
  child: ChildProcess
  /** Standard output and error so far. */
  output: () => string
  /** ms from spawn until /health/ready answered 200. */
  readyAfterMs: number
  /** SIGTERM, then kill -9 after 30 s. */
  stop: () => Promise<void>
  kill: () => Promise<void>
}

/** A folder for one run; the caller removes it with `removeDataDir`. */
export const makeDataDir = () => mkdtempSync(join(tmpdir(), 'zuspruch-run-'))

export const removeDataDir = (dataDir: string) =>
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })

/**
 * Starts the built app as `npm run serve` does, as a demo on free ports with a database under `dataDir`; resolves when ready, rejects with
 * its output when it exits or takes over a minute (`supervised`: three, as more processes start).
 */
export async function startApp(options: {
  dataDir: string
  port?: number
  env?: Record<string, string>
  supervised?: boolean // with its parent, which alone starts several web processes
}): Promise<RunningApp> {
  const port = options.port ?? (await findFreePort())
  const started = performance.now()
  const env = { DATA_DIR: options.dataDir, PORT: `${port}`, ...options.env }
  const child = spawnApp(env, { supervised: options.supervised ?? false })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    // Truncated: a busy server writes a line per request.
    stream?.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(-20_000)))
  }
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const end = async (signal: NodeJS.Signals, graceMs: number) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    const late = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await ended
    clearTimeout(late)
  }
  const origin = `http://localhost:${port}`
  const minutes = options.supervised ? 3 : 1
  const deadline = started + minutes * 60_000
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The app ended while it started:\n${text}`)
    if (await answersOk(`${origin}/health/ready`)) break
    if (performance.now() > deadline) {
      await end('SIGKILL', 0)
      throw new Error(`The app was not ready within ${minutes} min:\n${text}`)
    }
    await wait(10)
  }
  return {
    origin,
    port,
    dataDir: options.dataDir,
    child,
    output: () => text,
    readyAfterMs: performance.now() - started,
    stop: () => end('SIGTERM', 30_000),
    kill: () => end('SIGKILL', 0),
  }
}

/**
 * What `npm run serve` runs, unless `supervised` as one process without its parent (supervise.ts), and with no environment but `env`, so
 * that no setting of the caller's shell leaks in. `folder`: another release's.
 */
export function spawnApp(
  env: Record<string, string>,
  { supervised = false, folder = root } = {},
): ChildProcess {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: { serve: string }
  }
  const command = supervised ? scripts.serve : scripts.serve.replace('src/server/supervise.ts ', '')
  return spawn('/bin/sh', ['-c', command], {
    cwd: folder,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: process.env['HOME'] ?? '',
      MAIL_UI_PORT: '0',
      DRAIN_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

export async function answersOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    await answer.arrayBuffer()
    return answer.status === 200
  } catch {
    return false
  }
}

/** URLs of the embedded database under a running app's data folder; the owner is its superuser. */
export function embeddedUrls(dataDir: string): { ownerUrl: string; appUrl: string; pid: number } {
  const passwords = JSON.parse(readFileSync(join(dataDir, 'database-passwords'), 'utf8')) as Record<
    string,
    string
  >
  const [pid = '', , , port = ''] = readFileSync(
    join(dataDir, 'postgres', 'postmaster.pid'),
    'utf8',
  ).split('\n')
  const url = (login: string) =>
    `postgres://${login}:${passwords[login]}@127.0.0.1:${port}/zuspruch`
  return { ownerUrl: url('postgres'), appUrl: url('zuspruch_app'), pid: Number(pid) }
}
