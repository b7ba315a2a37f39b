const scrollMs = 300 // spec section 2.3

/**
 * Scrolls to places of the same page in 300 ms, where nobody asked for less motion. The browser jumps as it always does, with focus,
 * history and all; before that is painted the way there is begun anew, from where the reader was.
 */
export function watchAnchors(): void {
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link?.hash || link.origin + link.pathname + link.search !== here()) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const from = scrollY
    const place = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    requestAnimationFrame(() => glide(from, scrollY, place))
  })
}

const here = () => location.origin + location.pathname + location.search

function glide(from: number, to: number, place: HTMLElement | null): void {
  if (Math.abs(to - from) < 2) return
  const began = performance.now()
  let stopped = false
  const stop = () => (stopped = true)
  // Who scrolls on their own goes where they want.
  for (const type of ['wheel', 'touchstart', 'keydown'] as const)
    addEventListener(type, stop, { once: true, passive: true })
  const step = () => {
    if (stopped) return
    const part = Math.min(1, (performance.now() - began) / scrollMs)
    // Instantly, whatever a style sheet says: each step is its own.
    scrollTo({ top: from + (to - from) * (1 - (1 - part) ** 3), behavior: 'instant' })
    if (part < 1) requestAnimationFrame(step)
    // What came into view on the way may have turned out higher than it was thought to be.
    else place?.scrollIntoView({ behavior: 'instant' })
  }
  step()
}
