import { fork, type ChildProcess } from 'node:child_process'

// A server's parent: `node supervise.ts main.ts`. Starts the program with its flags, and restarts it if it exits after being
// ready. Nothing else, so that nothing can end it.

const [program = ''] = process.argv.slice(2)

/** Shorter lives are failures; several in a row end everything. */
const shortLifeMs = 10_000
const mostShortLives = 5
/** Ctrl-C reaches the parent from terminal and npm: a second press comes later than this. */
const sameSignalMs = 500

let child: ChildProcess | null = null
let shortLives = 0
let wasReady = false
let stoppingSince: number | null = null

function run(): void {
  let readyAt: number | null = null
  child = fork(program)
  child.on('message', (message) => {
    if (message !== 'ready') return
    readyAt = performance.now()
    wasReady = true
  })
  child.once('exit', (code, signal) => {
    child = null
    if (stoppingSince !== null || code === 0) process.exit(code ?? 1)
    // It never ran and has printed the reason; a retry would repeat it.
    if (!wasReady) process.exit(code ?? 1)
    const isShort = readyAt === null || performance.now() - readyAt < shortLifeMs
    shortLives = isShort ? shortLives + 1 : 0
    if (shortLives >= mostShortLives) {
      process.stderr.write(
        `Zuspruch ended ${shortLives} times in a row right after its start and is not started again; the lines above say why.\n`,
      )
      process.exit(1)
    }
    process.stderr.write(`Zuspruch ended (${signal ?? `code ${code}`}) and is started again.\n`)
    setTimeout(run, shortLives <= 1 ? 0 : 2 ** shortLives * 250)
  })
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stoppingSince === null) {
      stoppingSince = performance.now()
      if (child) child.send('stop')
      else process.exit(0)
    } else if (performance.now() - stoppingSince > sameSignalMs) {
      child?.send('stop now')
      setTimeout(() => child?.kill('SIGKILL'), 1_000)
    }
  })
}

run()
