import { countHit } from '../base/limit-store.ts'
import type { Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { captchaRequired, useCaptcha } from './captcha.ts'
import { countTry, quarterHour, takeBackTry, tooManyRequests, type Limit } from '../base/limits.ts'

/**
 * Counts a login attempt, throws if too many, and returns the address's person. The count stays after a refusal; `takeBack` is
 * for a successful login. `realm` separates kinds of users.
 */
export async function limitLogin<Person>(
  call: Pick<Call, 'deps' | 'tenant' | 'realNow' | 'visitor'>,
  realm: string,
  email: string,
  captcha: string | undefined,
  find: (tx: Tx) => Promise<Person>,
): Promise<{ person: Person; takeBack: (tx: Tx) => Promise<void> }> {
  const { deps, tenant, realNow } = call
  const { hard, perAddress } = loginLimits(realm, deps.keys.lookup(email), call.visitor)
  // Its own transaction: the attempt counts despite the refusal.
  const { person, wait, captchaDue } = await withTenant(deps.db, tenant.code, async (tx) => {
    const { bucket, most, windowSeconds } = perAddress
    const [found, seconds, tries] = await together([
      () => find(tx),
      () => countTry(tx, tenant.code, hard, realNow),
      () => countHit(tx, tenant.code, bucket, realNow, windowSeconds),
    ])
    const due = seconds === null && tries > most
    if (due && captcha) await useCaptcha(tx, deps.keys, tenant.code, captcha, realNow)
    return { person: found, wait: seconds, captchaDue: due && !captcha }
  })
  if (wait !== null) throw tooManyRequests(wait)
  if (captchaDue) throw await captchaRequired(deps.keys, tenant.code, realNow)
  return {
    person: person as Person,
    takeBack: (tx) => takeBackTry(tx, tenant.code, [...hard, perAddress], realNow),
  }
}

// The pair limits guessing, the visitor's limit many accounts. Guessing one account from many places costs a captcha each, for its
// owner too: a refusal would let strangers lock the owner out.
function loginLimits(
  realm: string,
  emailKey: string,
  visitor: string,
): { hard: Limit[]; perAddress: Limit } {
  return {
    hard: [
      { bucket: `${realm}|pair|${emailKey}|${visitor}`, most: 10, windowSeconds: quarterHour },
      { bucket: `${realm}|visitor|${visitor}`, most: 50, windowSeconds: quarterHour },
    ],
    perAddress: { bucket: `${realm}|email|${emailKey}`, most: 20, windowSeconds: quarterHour },
  }
}
