import type { Matomo } from '../../../domain/tenant.ts'
import { fetchLimited } from '../http/fetch-limited.ts'
import { OutsideError } from '../http/outside-error.ts'

/** A goal that a visitor reached who agreed to it, as Matomo is told of it. */
export type MatomoGoal = {
  goal: number // Matomo's own number
  title: string
  url: string // names a page or a step; never an address that somebody opened
  visitor: string // 16 hexadecimal digits
  at: Temporal.Instant // of real time
  now: Temporal.Instant
  locale: string
  userAgent: string
  channel: string | null
  campaign: string | null
}

const timeoutMs = 10_000

// Matomo believes a time that long ago without a secret (its tracking API's `cdt`).
const believedHours = 23

/**
 * Tells Matomo's HTTP tracking API of one goal. No address of the visitor goes along: Matomo sees that of this server. Throws for every answer but a success, and when there was none in time: then Matomo may have counted it
 * all the same, and counts it once more at the next try only if the goal is set to count several times a visit.
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
    maxBytes: 64 * 1024,
    headers: { 'User-Agent': 'zuspruch' },
  })
  if (status < 200 || status > 299)
    throw new OutsideError('broken', `Matomo answered with status ${status}.`)
}

/** `https://host/matomo/` and `https://host/matomo/matomo.php` name the same. */
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
