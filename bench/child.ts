import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Child = {
  pid: number
  ask: <Answer>(message: unknown) => Promise<Answer>
  stop: () => Promise<void>
}

const { scripts } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { scripts: { serve: string } }
/** The flags of `npm run serve`, so that the benchmark measures what runs. */
const servedWith = scripts.serve.split(' ').filter((word) => word.startsWith('--'))

/** Starts a script of this folder as its own process; ready when it answers the first `ask`. */
export function startChild(
  script: string,
  settings: object,
  profileDir: string | null = null,
): Child {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), [JSON.stringify(settings)], {
    execArgv: [...servedWith, ...(profileDir ? ['--cpu-prof', '--cpu-prof-dir', profileDir] : [])],
    // As in production, the log goes to standard output; it is discarded here.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  return {
    pid: child.pid ?? 0,
    ask<Answer>(message: unknown) {
      return new Promise<Answer>((resolve, reject) => {
        const fail = () => reject(new Error(`${script} ended`))
        child.once('exit', fail)
        child.once('message', (answer) => {
          child.off('exit', fail)
          resolve(answer as Answer)
        })
        child.send(message as object)
      })
    },
    async stop() {
      const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
      if (child.connected) child.disconnect()
      await ended
      clearTimeout(late)
    },
  }
}

const ticksPerSecond = 100

/** CPU time of a process in ms, all threads. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}

/** Resident memory of one process in MB (10^6 bytes), now and at its highest. */
export function residentMb(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) =>
    (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6
  return { now: read('VmRSS'), peak: read('VmHWM') }
}
