import { captchaRequired } from '../access/captcha.ts'
import { hour } from '../base/limits.ts'
import { checkMailLimit } from '../access/mail-limit.ts'
import type { Solution } from '../access/use-solution.ts'
import { together } from '../db/together.ts'
import { countHit, readHits } from '../base/limit-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'

type Counted = Pick<Call, 'deps' | 'tenant' | 'caller' | 'visitor' | 'realNow'>

const perRecipientVisitor = 10 // an hour: a family or an office shares one address of the network

// Somebody who is logged in is known and causes no mail: ten times as many before a captcha is due.
function creations({ caller, tenant, visitor }: Pick<Call, 'caller' | 'tenant' | 'visitor'>) {
  const { afterCreationsPerHour } = tenant.captcha
  return caller.kind === 'referrer'
    ? { bucket: `create-referral|account|${caller.accountId}`, free: afterCreationsPerHour * 10 }
    : { bucket: `create-referral|visitor|${visitor}`, free: afterCreationsPerHour }
}

/** Whether the next creation of this caller needs a captcha (the call with null body). */
export async function isCaptchaDue(tx: Tx, call: Omit<Counted, 'deps'>): Promise<boolean> {
  const { bucket, free } = creations(call)
  return (await readHits(tx, call.tenant.code, bucket, call.realNow, hour)) >= free
}

/**
 * Counts a creation of a referral and refuses where a captcha is due. To be sent with the last statements: the counter's row
 * stays locked until the commit, and all creations of one visitor wait there. `mailedTo` is null where no mail goes out.
 */
export async function countReferralCreation(
  tx: Tx,
  call: Counted,
  mailedTo: string | null,
  solved: Solution,
): Promise<void> {
  const { bucket, free } = creations(call)
  const [made] = await together([
    () => countHit(tx, call.tenant.code, bucket, call.realNow, hour),
    () => (mailedTo === null ? undefined : checkMailLimit(tx, call, mailedTo, solved)),
  ])
  if (!solved && made > free) throw await captcha(call)
}

/**
 * Counts a try to become a recipient, whatever comes of it. To be sent with the first statements, so that of parallel tries each
 * waits here until the one before is counted: what comes after (checkRecipientLimit, then the comparison with the referrer's
 * address) could otherwise be asked as often as somebody likes at once.
 */
export function countRecipientTry(tx: Tx, call: Counted): Promise<number> {
  const bucket = `create-recipient|visitor|${call.visitor}`
  return countHit(tx, call.tenant.code, bucket, call.realNow, hour)
}

/** Only real people fill in that form often from one place, so it is wider than that of referrals. */
export async function checkRecipientLimit(
  call: Counted,
  tries: number,
  solved: Solution,
): Promise<void> {
  if (!solved && tries > perRecipientVisitor) throw await captcha(call)
}

const captcha = ({ deps, tenant, realNow }: Counted) =>
  captchaRequired(deps.keys, tenant.code, realNow)
