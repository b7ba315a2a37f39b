import type { BrowserEvent } from '../../domain/tracking-goals.ts'

/**
 * Tells what the browser alone knows: a filter used, a link shared (`channel`: by which of the ways). Nobody waits for it, and nothing
 * happens where it fails. Loaded when the first event comes.
 */
export function track(event: BrowserEvent, channel?: string): void {
  void import('./send-event.ts').then(
    ({ sendEvent }) => sendEvent({ event }, channel),
    () => undefined,
  )
}

/** The same for the button of a channel: which event that is depends on the channel. */
export function trackShare(channel: string): void {
  void import('./send-event.ts').then(
    ({ sendShare }) => sendShare(channel),
    () => undefined,
  )
}
