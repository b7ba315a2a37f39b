// Work that holds the event loop for milliseconds. A hundred at once would hold it for a second, in which nobody is let in or refused, and
// health is silent.

const waiting: (() => void)[] = []
let hasArrived = false
let turnsForArrivals = 0
const mostTurnsForArrivals = 64

/** Resolves for one after another, each in a turn of the event loop of its own. */
export function ownTurn(): Promise<void> {
  return new Promise((done) => {
    if (waiting.push(done) === 1) setImmediate(callNext)
  })
}

/** A turn accepts one connection, however many wait: behind pages of milliseconds each they would wait for seconds. */
export function noteArrival(): void {
  hasArrived = true
}

function callNext(): void {
  if (hasArrived && turnsForArrivals < mostTurnsForArrivals) {
    hasArrived = false
    turnsForArrivals += 1
  } else {
    turnsForArrivals = 0
    waiting.shift()?.()
  }
  if (waiting.length > 0) setImmediate(callNext)
}
