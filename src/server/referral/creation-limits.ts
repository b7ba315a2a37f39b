import { captchaRequired } from '../access/captcha.ts'
import { hour } from '../base/limits.ts'
import { mailHit, noMailLeft } from '../access/mail-limit.ts'
import type { Solution } from '../access/use-solution.ts'
import { countHit, countHits, readHits, type Hit } from '../base/limit-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'

type Counted = Pick<Call, 'deps' | 'tenant' | 'caller' | 'visitor' | 'realNow'>

export const perRecipientVisitor = 10 // an hour: a family or office shares one address

// A session is known and causes no mail: ten times as many before a captcha.
function creations({ caller, tenant, visitor }: Pick<Call, 'caller' | 'tenant' | 'visitor'>) {
  const { afterCreationsPerHour } = tenant.captcha
  return caller.kind === 'referrer'
    ? { bucket: `create-referral|account|${caller.accountId}`, free: afterCreationsPerHour * 10 }
    : { bucket: `create-referral|visitor|${visitor}`, free: afterCreationsPerHour }
}

/** Whether the caller's next creation needs a captcha (the call with null body). */
export async function isCaptchaDue(tx: Tx, call: Omit<Counted, 'deps'>): Promise<boolean> {
  const { bucket, free } = creations(call)
  return (await readHits(tx, call.tenant.code, bucket, call.realNow, hour)) >= free
}

type Creation = { made: number; hasMail: boolean }

/** What a creation counts: itself, and the mail that it sends. `mailedTo` null: none. */
export const creationHits = (call: Counted, mailedTo: string | null, solved: Solution): Hit[] => [
  { bucket: creations(call).bucket, windowSeconds: hour },
  ...(mailedTo === null ? [] : [mailHit(call.deps.keys, mailedTo, solved)]),
]

/**
 * Counts creations that share no bucket, for `checkReferralCreation`, which is to be asked before the commit: what is refused is not
 * counted. The counters are locked until then, so a visitor's creations come one after another.
 */
export async function countReferralCreations(
  tx: Tx,
  { tenant, realNow }: Counted,
  creations: readonly (readonly Hit[])[],
): Promise<Creation[]> {
  const totals = await countHits(tx, tenant.code, creations.flat(), realNow)
  return creations.map((hits) => {
    const [made, mailed] = totals.splice(0, hits.length)
    return { made: made!, hasMail: mailed !== null }
  })
}

/** Throws if a captcha is due, or the mailbox has no mail left. */
export async function checkReferralCreation(
  call: Counted,
  { made, hasMail }: Creation,
  solved: Solution,
): Promise<void> {
  if (!hasMail) throw await noMailLeft(call, solved)
  if (!solved && made > creations(call).free) throw await captcha(call)
}

/**
 * Counts a try to become a recipient, whatever its result. Send it with the first statements, so that parallel tries wait here:
 * otherwise the later checks (checkRecipientLimit, the referrer's address) could be probed without limit.
 */
export function countRecipientTry(tx: Tx, call: Counted): Promise<number> {
  const bucket = `create-recipient|visitor|${call.visitor}`
  return countHit(tx, call.tenant.code, bucket, call.realNow, hour)
}

/** Often used by real people from one place, so wider than for referrals. */
export async function checkRecipientLimit(
  call: Counted,
  tries: number,
  solved: Solution,
): Promise<void> {
  if (!solved && tries > perRecipientVisitor) throw await captcha(call)
}

const captcha = ({ deps, tenant, realNow }: Counted) =>
  captchaRequired(deps.keys, tenant.code, realNow)
