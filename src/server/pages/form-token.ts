import type { Keys } from '../base/keys.ts'
import { sameText } from '../base/keys.ts'

// Form tokens are bound to tenant and session. With the Origin check they prevent CSRF; without a cookie, so that a first visit
// stores nothing.
const validHours = 48

export function makeFormToken(
  keys: Keys,
  tenant: string,
  sessionId: string | null,
  realNow: Temporal.Instant,
): string {
  const hour = Math.floor(realNow.epochMilliseconds / 3_600_000)
  return `${hour.toString(36)}.${sign(keys, tenant, sessionId, hour)}`
}

export function isFormToken(
  keys: Keys,
  tenant: string,
  sessionId: string | null,
  token: string,
  realNow: Temporal.Instant,
): boolean {
  const [written = '', signature = ''] = token.split('.')
  const hour = Number.parseInt(written, 36)
  const age = Math.floor(realNow.epochMilliseconds / 3_600_000) - hour
  return (
    Number.isInteger(hour) &&
    age >= 0 &&
    age <= validHours &&
    sameText(signature, sign(keys, tenant, sessionId, hour))
  )
}

const ofNobody = new WeakMap<Keys, Map<string, { hour: number; signature: string }>>()

/** That of nobody is the same for an hour. */
function sign(keys: Keys, tenant: string, sessionId: string | null, hour: number): string {
  if (sessionId !== null) return keys.lookup(`form|${tenant}|${sessionId}|${hour}`)
  const known = ofNobody.get(keys) ?? new Map<string, { hour: number; signature: string }>()
  ofNobody.set(keys, known)
  const kept = known.get(tenant)
  if (kept?.hour === hour) return kept.signature
  const signature = keys.lookup(`form|${tenant}|nobody|${hour}`)
  known.set(tenant, { hour, signature })
  return signature
}
