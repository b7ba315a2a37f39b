import { fork, type ChildProcess } from 'node:child_process'
import cluster from 'node:cluster'
import type { FromParent, KeptMessage, ToParent } from './base/parts.ts'

// A server's parent: `node supervise.ts main.ts`. Starts the program with its flags, and restarts what exits after being ready. With
// several web processes it holds their port and hands each new connection to the next one that is free. Nothing else, so that
// nothing can end it.

const [program = ''] = process.argv.slice(2)

/** Shorter lives are failures; several in a row end everything. */
const shortLifeMs = 10_000
const mostShortLives = 5
/** Ctrl-C reaches the parent from terminal and npm: a second press comes later than this. */
const sameSignalMs = 500

/** A process to keep running. */
type Place = {
  what: string
  start: () => ChildProcess
  child: ChildProcess | null
  readyAt: number | null
  shortLives: number
  isTold: boolean // to end, for another to take its place
}

let kept: KeptMessage | null = null
let port: number | null = null
let webs: Place[] = []
let wasReady = false
let stoppingSince: number | null = null
let worstCode = 0

const makePlace = (what: string, start: () => ChildProcess): Place => ({
  what,
  start,
  child: null,
  readyAt: null,
  shortLives: 0,
  isTold: false,
})

// The port is probed once: later it is in use, by this process.
const keeper = makePlace('Zuspruch', () =>
  fork(program, ['keeper', ...(port === null ? [] : [`${port}`])]),
)

function tell({ child }: Place, message: FromParent): void {
  // Without the callback a process that ends at this moment would end this one.
  if (child?.connected) child.send(message, () => undefined)
}

function run(place: Place): void {
  if (stoppingSince !== null) return
  place.readyAt = null
  place.isTold = false
  const child = place.start()
  place.child = child
  child.on('message', (message) => hear(place, message as ToParent))
  child.once('exit', (code, signal) => {
    place.child = null
    if (place === keeper) leaveBehind()
    if (stoppingSince !== null || code === 0) worstCode = Math.max(worstCode, code ?? 1)
    if (stoppingSince !== null || (place === keeper && code === 0)) return stop()
    // It never ran and has printed the reason; a retry would repeat it.
    if (!wasReady && place.readyAt === null) return fail(code ?? 1)
    if (place.isTold) return run(place)
    restart(place, signal ?? `code ${code}`)
  })
  if (place !== keeper && kept) tell(place, kept)
}

function restart(place: Place, how: string): void {
  const isShort = place.readyAt === null || performance.now() - place.readyAt < shortLifeMs
  place.shortLives = isShort ? place.shortLives + 1 : 0
  if (place.shortLives >= mostShortLives) {
    process.stderr.write(
      `${place.what} ended ${place.shortLives} times in a row right after its start and is not started again; the lines above say why.\n`,
    )
    return fail(1)
  }
  process.stderr.write(`${place.what} ended (${how}) and is started again.\n`)
  setTimeout(() => run(place), place.shortLives <= 1 ? 0 : 2 ** place.shortLives * 250)
}

/** The embedded database went with the process that ran it: the web processes begin anew with the next one. */
function leaveBehind(): void {
  if (!kept?.kept.embedded) return
  kept = null
  for (const web of webs) {
    web.isTold = true
    endNow(web)
  }
}

function endNow(place: Place): void {
  const { child } = place
  tell(place, 'stop now')
  setTimeout(() => place.child === child && child?.kill('SIGKILL'), 1_000)
}

function hear(place: Place, message: ToParent): void {
  if (message === 'ready') return noteReady(place)
  if (message === 'stop') return stop()
  if (message.kind === 'kept') {
    kept = message
    port = message.kept.port
    for (const web of webs) tell(web, message)
  } else if (message.kind === 'share') share(message.webProcesses)
  else for (const web of webs) if (web !== place) tell(web, message)
}

function noteReady(place: Place): void {
  place.readyAt = performance.now()
  if (wasReady || [keeper, ...webs].some(({ readyAt }) => readyAt === null)) return
  wasReady = true
  tell(keeper, 'all ready')
}

function share(count: number): void {
  if (webs.length > 0) return
  cluster.setupPrimary({ exec: program, args: ['web'] })
  cluster.schedulingPolicy = cluster.SCHED_RR
  webs = Array.from({ length: count }, () =>
    makePlace('A web process of Zuspruch', () => cluster.fork().process as ChildProcess),
  )
  for (const web of webs) run(web)
}

/** Web processes first: until they have answered, they need what the other one keeps. */
function stop(): void {
  const isFirst = stoppingSince === null
  stoppingSince ??= performance.now()
  const open = webs.filter(({ child }) => child)
  if (isFirst) for (const web of open) tell(web, 'stop')
  if (open.length > 0) return
  if (!keeper.child) process.exit(worstCode)
  tell(keeper, 'stop')
}

function fail(code: number): void {
  worstCode = Math.max(worstCode, code)
  stop()
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stoppingSince === null) return stop()
    if (performance.now() - stoppingSince <= sameSignalMs) return
    for (const place of [...webs, keeper]) endNow(place)
  })
}

run(keeper)
