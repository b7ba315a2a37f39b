import type { Frame } from '../../domain/frame.ts'

/**
 * Tells the page around ours how high ours is, whenever that changes: `{ type: 'zuspruch:height', height }`, in CSS pixels. Only pages
 * of the configured origins are told; a browser delivers a message to nobody but the origin it names.
 */
export function sendHeight({ origins }: Frame, content: Element): void {
  // Where the browser says who is around us, the others need not be tried.
  const around = location.ancestorOrigins?.[0]
  const targets = around === undefined ? origins : origins.filter((origin) => origin === around)
  let told = 0
  const tell = () => {
    const height = Math.ceil(content.getBoundingClientRect().height)
    if (height === told) return
    told = height
    for (const origin of targets) parent.postMessage({ type: 'zuspruch:height', height }, origin)
  }
  new ResizeObserver(tell).observe(content)
}
