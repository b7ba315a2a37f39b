import { captchaRequired } from '../access/captcha.ts'
import { hour } from '../base/limits.ts'
import { checkMailLimit } from '../access/mail-limit.ts'
import type { Solution } from '../access/use-solution.ts'
import { together } from '../db/together.ts'
import { countHit, readHits } from '../base/limit-store.ts'
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

/**
 * Counts a referral's creation; throws if a captcha is due. Send it with the last statements: the counter is locked until the
 * commit and serialises a visitor's creations. `mailedTo` null: no mail.
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
