import type { BrowserEvent } from '../../domain/tracking-goals.ts'

/**
 * Reports what only the browser knows: a filter used, a link shared (`channel`). Not awaited, failures ignored. Loaded with the first
 * event.
 */
export function track(event: BrowserEvent, channel?: string): void {
  void import('./send-event.ts').then(
    ({ sendEvent }) => sendEvent({ event }, channel),
    () => undefined,
  )
}

/** The same for a channel's button: the channel decides the event. */
export function trackShare(channel: string): void {
  void import('./send-event.ts').then(
    ({ sendShare }) => sendShare(channel),
    () => undefined,
  )
}
