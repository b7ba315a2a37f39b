// Who comes when more is in hand than can be answered soon is told so at once. Waiting in line they would get a late answer, ask again
// meanwhile, and keep everybody else waiting.

/** So much is taken on at once on any machine. */
const least = 64
/** What is taken on is to be answered within a second, sending included. */
const longestWaitSeconds = 0.5
/** Before anything was measured. */
const usualPerSecond = 250
/** Always so much in hand: the machine had no idle moment. */
const busy = 16
const windowMs = 1_000

export type Admission = ReturnType<typeof makeAdmission>

/**
 * Admits as many requests at once as were lately answered in the longest wait, measured while the process was busy. @param now in ms, of a
 * clock that only goes forward
 */
export function makeAdmission(now: () => number) {
  let inHand = 0
  let perSecond = usualPerSecond
  let since = now()
  let answered = 0
  let fewest = 0

  const measure = () => {
    const passed = now() - since
    if (passed < windowMs) return
    if (fewest >= busy) perSecond = (answered * 1_000) / passed
    since += passed
    answered = 0
    fewest = inHand
  }

  return {
    mayEnter(): boolean {
      measure()
      return inHand < Math.max(least, perSecond * longestWaitSeconds)
    },
    enter(): void {
      inHand += 1
    },
    leave(): void {
      inHand -= 1
      answered += 1
      fewest = Math.min(fewest, inHand)
    },
  }
}
