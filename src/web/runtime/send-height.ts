import type { Frame } from '../../domain/frame.ts'

/**
 * Reports the page's height to the page around it on every change: `{ type: 'zuspruch:height', height }`, in CSS pixels. Only configured
 * origins get it; a browser delivers a message to the named origin alone.
 */
export function sendHeight({ origins }: Frame, content: Element): void {
  // If the browser tells the embedding origin, skip the others.
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
