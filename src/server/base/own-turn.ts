// Work that holds the event loop for milliseconds. A hundred at once would hold it for a second, in which nobody is let in or refused, and
// health is silent.

const waiting: (() => void)[] = []

/** Resolves for one after another, each in a turn of the event loop of its own. */
export function ownTurn(): Promise<void> {
  return new Promise((done) => {
    if (waiting.push(done) === 1) setImmediate(callNext)
  })
}

function callNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(callNext)
}
