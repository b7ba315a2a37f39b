const signs = [
  'pointermove',
  'pointerdown',
  'keydown',
  'input',
  'scroll',
  'wheel',
  'focusin',
] as const

/** Calls `act` after `idleMs` without input; if it returns false, the wait restarts. Returns a stop function. */
export function watchIdle(idleMs: number, act: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    for (const sign of signs) removeEventListener(sign, wait, { capture: true })
    document.removeEventListener('visibilitychange', wait)
  }
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (act()) stop()
      else wait()
    }, idleMs)
  }
  for (const sign of signs) addEventListener(sign, wait, { capture: true, passive: true })
  document.addEventListener('visibilitychange', wait)
  wait()
  return stop
}
