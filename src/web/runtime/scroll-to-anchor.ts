const scrollMs = 300 // spec section 2.3

/**
 * Scrolls to anchors of the same page in 300 ms, unless less motion is preferred. The browser jumps as usual, with focus and history;
 * before it paints, the scroll restarts from the old position.
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
  // The user's own scrolling wins.
  for (const type of ['wheel', 'touchstart', 'keydown'] as const)
    addEventListener(type, stop, { once: true, passive: true })
  const step = () => {
    if (stopped) return
    const part = Math.min(1, (performance.now() - began) / scrollMs)
    // Instant, whatever the style sheet says: each step is explicit.
    scrollTo({ top: from + (to - from) * (1 - (1 - part) ** 3), behavior: 'instant' })
    if (part < 1) requestAnimationFrame(step)
    // Content that came into view may be higher than estimated.
    else place?.scrollIntoView({ behavior: 'instant' })
  }
  step()
}
