import { readCampaign, writeCampaign } from '../../domain/campaign.ts'
import { channelOf } from '../../domain/channels.ts'
import { shareEventOf, type BrowserEvent, type CountedPage } from '../../domain/tracking-goals.ts'
import { hydrationId, type HydrationData } from '../runtime/hydration.ts'

/** Survives leaving the page (keepalive). No beacon: it cannot send the header that proves our own script. */
export function sendEvent(
  seen: { event: BrowserEvent } | { page: CountedPage },
  channel?: string,
): void {
  const data = document.getElementById(hydrationId)?.textContent
  if (!data) return
  const { view } = JSON.parse(data) as HydrationData
  const query = writeCampaign({ ...readCampaign(location.search), ...(channel ? { channel } : {}) })
  const call = `/api/v1/${view.tenant.code}/tracking/ziel`
  fetch(query ? `${call}?${query}` : call, {
    method: 'POST',
    keepalive: true,
    credentials: 'same-origin',
    headers: {
      'Content-Type': 'application/json',
      'X-Requested-With': 'zuspruch',
      'Accept-Language': view.locale,
    },
    body: JSON.stringify('event' in seen ? { Ereignis: seen.event } : { Seite: seen.page }),
  }).catch(() => undefined)
}

export function sendShare(channel: string): void {
  const event = shareEventOf(channelOf(channel))
  if (event) sendEvent({ event }, channel)
}
