import { countHit } from '../base/limit-store.ts'
import type { Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { siteOf } from '../visitor.ts'
import { captchaRequired, useCaptcha } from './captcha.ts'
import {
  countTry,
  day,
  quarterHour,
  takeBackTry,
  tooManyRequests,
  type Limit,
} from '../base/limits.ts'

/** Above it a captcha is due, of twice the work with each doubling. */
type SoftLimit = Limit & { hardest: number }

/**
 * Counts a login attempt, throws if too many, and returns the address's person. The count stays after a refusal; `takeBack` is
 * for a successful login. `realm` separates kinds of users. `told`: when an account had more failures than its owner makes.
 */
export async function limitLogin<Person>(
  call: Pick<Call, 'deps' | 'tenant' | 'realNow' | 'visitor' | 'request'>,
  realm: string,
  email: string,
  captcha: string | undefined,
  find: (tx: Tx) => Promise<Person>,
  told: (tx: Tx, person: Person, key: string) => Promise<void>,
): Promise<{ person: Person; takeBack: (tx: Tx) => Promise<void> }> {
  const { deps, tenant, realNow } = call
  const key = deps.keys.lookup(email)
  const hard = hardLimits(realm, key, call.visitor)
  const ofAccount = accountLimits(realm, key)
  const soft = [...ofAccount, ...crowdLimits(realm, siteOf(deps, tenant.code, call.request))]
  // Its own transaction: the attempt counts despite the refusal.
  const { person, wait, level } = await withTenant(deps.db, tenant.code, async (tx) => {
    const [found, seconds, hits] = await together([
      () => find(tx),
      () => countTry(tx, tenant.code, hard, realNow),
      () =>
        together(
          soft.map(
            ({ bucket, windowSeconds }) =>
              () =>
                countHit(tx, tenant.code, bucket, realNow, windowSeconds),
          ),
        ),
    ])
    const due = seconds === null ? Math.max(...soft.map((one, at) => levelOf(one, hits[at]!))) : 0
    if (due > 0 && captcha) await useCaptcha(tx, deps.keys, tenant.code, captcha, realNow, due)
    if (seconds === null && ofAccount.some(({ most }, at) => hits[at]! > most))
      await told(tx, found as Person, key)
    // No password is tried, so no work is added to others' captchas.
    if (seconds !== null || (due > 0 && !captcha)) await takeBackTry(tx, tenant.code, soft, realNow)
    return { person: found, wait: seconds, level: captcha ? 0 : due }
  })
  if (wait !== null) throw tooManyRequests(wait)
  if (level > 0) throw await captchaRequired(deps.keys, tenant.code, realNow, level)
  return {
    person: person as Person,
    takeBack: (tx) => takeBackTry(tx, tenant.code, [...hard, ...soft], realNow),
  }
}

const levelOf = ({ most, hardest }: SoftLimit, hits: number) =>
  hits <= most ? 0 : Math.min(hardest, 2 ** Math.floor(Math.log2((hits - 1) / most)))

/** The pair limits guessing, the visitor's limit many accounts. */
export const hardLimits = (realm: string, key: string, visitor: string): Limit[] => [
  { bucket: `${realm}|pair|${key}|${visitor}`, most: 10, windowSeconds: quarterHour },
  { bucket: `${realm}|visitor|${visitor}`, most: 50, windowSeconds: quarterHour },
]

/** Guessing one account from many places costs a captcha each, for its owner too: a refusal would let strangers lock the owner out. */
export const accountLimits = (realm: string, key: string): SoftLimit[] => [
  { bucket: `${realm}|email|${key}`, most: 20, windowSeconds: quarterHour, hardest: 8 },
  { bucket: `${realm}|email-day|${key}`, most: 100, windowSeconds: day, hardest: 8 },
]

/** A /48 is one customer's or a town's phones, a tenant is everybody: both pay in work, and nobody is shut out for others. */
export const crowdLimits = (realm: string, site: string | null): SoftLimit[] => [
  ...(site
    ? [{ bucket: `${realm}|site|${site}`, most: 100, windowSeconds: quarterHour, hardest: 8 }]
    : []),
  { bucket: `${realm}|all`, most: 300, windowSeconds: quarterHour, hardest: 2 },
]
