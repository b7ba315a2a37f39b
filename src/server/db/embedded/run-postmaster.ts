import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { RunAs } from './choose-user.ts'
import { isPostmasterOf } from './identify-process.ts'

export type Postmaster = { pid: number; exited: Promise<void>; stop: () => Promise<void> }

/** For a small machine and one application; names are PostgreSQL settings. */
const defaults: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '64MB',
  synchronous_commit: 'on',
  wal_compression: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1', // SSDs: what an index covers is read from it alone
  max_logical_replication_workers: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // No user input in logs: no statements, parameters or DETAIL lines.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** Starts PostgreSQL; resolves once it answers, rejects with its output. `onLine` gets every log line. */
export async function runPostmaster(options: {
  program: string
  cluster: string
  port: number
  runAs: RunAs
  settings?: Record<string, string>
  onLine: (line: string) => void
}): Promise<Postmaster> {
  const { program, cluster, port, runAs } = options
  const settings = Object.entries({ ...defaults, ...options.settings, port: `${port}` })
  const flags = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command = '', ...args] = [...runAs.prefix, program, '-D', cluster, ...flags]
  const child = spawn(command, args, {
    ...(runAs.prefix.length === 0 && runAs.owner),
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own session: Ctrl-C must reach only the app, which then drains.
    detached: true,
  })
  const exited = new Promise<void>((done) => child.once('close', () => done()))
  // At once: while PostgreSQL starts, this process loads its own files for a second.
  const guard = child.pid === undefined ? null : guardAgainstOrphan(child.pid)
  void exited.then(() => guard?.kill('SIGKILL'))
  await waitUntilReady(child, options.onLine)
  const pid = child.pid ?? 0
  return { pid, exited, stop: () => stopPostmaster(pid, cluster) }
}

function waitUntilReady(child: ChildProcess, onLine: (line: string) => void): Promise<void> {
  return new Promise((ready, fail) => {
    let log = ''
    let rest = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      log = (log + text).slice(-4000)
      for (const line of lines) onLine(line)
      if (/database system is ready to accept connections/.test(text)) ready()
    })
    child.once('error', fail)
    child.once('close', () => fail(new Error(log)))
  })
}

// Its stdin closes when this process ends in any way; then it stops the orphaned database.
function guardAgainstOrphan(pid: number): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', 'read -r line; kill -INT "$1"', 'sh', `${pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.on('error', () => undefined)
  guard.unref()
  return guard
}

/** Stops an earlier run's postmaster, if any, and removes its stale pid file. */
export async function clearStalePostmaster(cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  let pid: number
  try {
    pid = Number(readFileSync(path, 'utf8').split('\n')[0])
  } catch {
    return
  }
  if (Number.isInteger(pid) && pid > 0 && isPostmasterOf(pid, cluster)) {
    await stopPostmaster(pid, cluster)
  }
  // PostgreSQL takes any process with that id for a postmaster and refuses to start.
  rmSync(path, { force: true })
}

/** Fast shutdown, which saves everything; else immediate shutdown, then kill. */
async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const) {
    if (!isPostmasterOf(pid, cluster)) return
    process.kill(pid, signal)
    for (let waited = 0; waited < seconds * 1000 && isPostmasterOf(pid, cluster); waited += 10) {
      await wait(10)
    }
  }
}

/** A free loopback port below the ephemeral ones, which outgoing connections could take. */
export async function findFreePort(): Promise<number> {
  for (let left = 100; left > 0; left--) {
    const port = randomInt(20_000, 32_768)
    if (await isFree(port)) return port
  }
  throw new Error('No free port was found on 127.0.0.1.')
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
