import { useSyncExternalStore } from 'react'

// Screen readers say what changes in a region that they know. So every page has one from its beginning, and what comes up writes into it.

let said = ''
let waiting: HTMLElement[] = []
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

// After the focus has moved, which would interrupt it.
const beforeMs = 150
// Then it is gone, or whoever reads on would meet it twice.
const afterMs = 10_000

function say(words: string): void {
  said = words
  for (const listener of listeners) listener()
}

/** Says what is in a box, without taking the focus; a box that has it says so itself. The same words again are said again. */
export function announce(box: HTMLElement): void {
  waiting.push(box)
  say('')
  clearTimeout(timer)
  timer = setTimeout(() => {
    const silent = waiting.filter((one) => one !== document.activeElement)
    say(silent.map((one) => one.innerText.replace(/\s+/g, ' ').trim()).join(' '))
    waiting = []
    timer = setTimeout(() => say(''), afterMs)
  }, beforeMs)
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The region of `announce`: once in each frame around the pages. */
export function Announcer() {
  const words = useSyncExternalStore(
    listen,
    () => said,
    () => '',
  )
  // Not an `output`: who reads the page from its top would hear of an empty one.
  return (
    <div aria-live="polite" aria-atomic className="sr-only">
      {words}
    </div>
  )
}
