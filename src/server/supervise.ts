import { fork, type ChildProcess } from 'node:child_process'

// The parent of a server: `node supervise.ts main.ts`. It starts the program with its own flags, and starts it again when it ends
// by itself after it had been ready. It does nothing else, so that nothing can end it.

const [program = ''] = process.argv.slice(2)

/** A life that ends sooner after its start than this is no service: so many in a row end everything. */
const shortLifeMs = 10_000
const mostShortLives = 5
/** Ctrl-C reaches the parent from the terminal and once more from npm: a second press is one that comes later than this. */
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
    // What never ran has said in one sentence what is wrong; another try would only say it again.
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
