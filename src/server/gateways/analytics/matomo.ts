import type { Matomo } from '../../../domain/tenant.ts'
import { fetchLimited } from '../http/fetch-limited.ts'
import { OutsideError } from '../http/outside-error.ts'

/** A consenting visitor's goal, as sent to Matomo. */
export type MatomoGoal = {
  goal: number // Matomo's own number
  title: string
  url: string // a page or step; never a visited address
  visitor: string // 16 hexadecimal digits
  at: Temporal.Instant // of real time
  now: Temporal.Instant
  locale: string
  userAgent: string
  channel: string | null
  campaign: string | null
}

export const timeoutMs = 10_000

// Matomo accepts times that old without a secret (its tracking API's `cdt`).
const believedHours = 23

/**
 * Sends a goal to Matomo's HTTP tracking API, without the visitor's address. Throws unless successful; after a timeout Matomo
 * may have counted it, and a retry counts again only if the goal allows several per visit.
 */
export async function sendToMatomo(
  matomo: Pick<Matomo, 'url' | 'siteId'>,
  goal: MatomoGoal,
  secret: string | null,
  limitMs = timeoutMs,
): Promise<void> {
  const { status } = await fetchLimited(trackingAddress(matomo.url), {
    method: 'POST',
    body: parametersOf(matomo, goal, secret),
    timeoutMs: limitMs,
    maxBytes: 0,
    headers: { 'User-Agent': 'zuspruch' },
  })
  if (status < 200 || status > 299)
    throw new OutsideError('broken', `Matomo answered with status ${status}.`)
}

/** `https://host/matomo/` and `https://host/matomo/matomo.php` are the same. */
function trackingAddress(url: string): string {
  return url.endsWith('.php') ? url : `${url.replace(/\/$/, '')}/matomo.php`
}

function parametersOf(
  { siteId }: Pick<Matomo, 'siteId'>,
  goal: MatomoGoal,
  secret: string | null,
): URLSearchParams {
  const { at, now, channel, campaign } = goal
  const isBelieved = secret !== null || now.since(at).total('hours') < believedHours
  return new URLSearchParams({
    idsite: String(siteId),
    rec: '1',
    apiv: '1',
    send_image: '0',
    idgoal: String(goal.goal),
    action_name: goal.title,
    url: goal.url,
    _id: goal.visitor,
    lang: goal.locale,
    ua: goal.userAgent,
    ...(isBelieved ? { cdt: utcText(at) } : {}),
    ...(campaign ? { _rcn: campaign } : {}),
    ...(channel ? { _rck: channel } : {}),
    ...(secret === null ? {} : { token_auth: secret }),
  })
}

const utcText = (at: Temporal.Instant) =>
  at.toString({ smallestUnit: 'second' }).replace('T', ' ').replace('Z', '')
