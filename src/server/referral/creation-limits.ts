import { captchaRequired } from '../account/captcha.ts'
import { day, hour, secondsLeft, tooManyRequests } from '../account/limits.ts'
import { together } from '../db/together.ts'
import { countHit, readHits } from '../base/limit-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'

type Counted = Pick<Call, 'deps' | 'tenant' | 'caller' | 'visitor' | 'realNow'>

const perAddress = { captcha: 5, most: 20 } // a day, of creations that mail to one address
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
  solved: boolean,
): Promise<void> {
  const { bucket, free } = creations(call)
  await countCreation(tx, call, { bucket, free }, 'create-referral', mailedTo, solved)
}

/** The same for recipients; only real people fill in that form often from one place, so it is wider. */
export async function countRecipientCreation(
  tx: Tx,
  call: Counted,
  mailedTo: string,
  solved: boolean,
): Promise<void> {
  const visitor = { bucket: `create-recipient|visitor|${call.visitor}`, free: perRecipientVisitor }
  await countCreation(tx, call, visitor, 'create-recipient', mailedTo, solved)
}

async function countCreation(
  tx: Tx,
  { deps, tenant, realNow }: Counted,
  visitor: { bucket: string; free: number },
  what: string,
  mailedTo: string | null,
  solved: boolean,
): Promise<void> {
  const [made, mailed] = await together([
    countHit(tx, tenant.code, visitor.bucket, realNow, hour),
    mailedTo === null
      ? 0
      : countHit(tx, tenant.code, `${what}|address|${deps.keys.lookup(mailedTo)}`, realNow, day),
  ])
  if (mailed > perAddress.most) throw tooManyRequests(secondsLeft(day, realNow))
  if (solved || (made <= visitor.free && mailed <= perAddress.captcha)) return
  throw await captchaRequired(deps.keys, tenant.code, realNow)
}
