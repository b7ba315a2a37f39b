import { freePerHour, mostPerDay } from '../../domain/invitation.ts'
import { mailboxOf } from '../../domain/email.ts'
import { captchaRequired } from '../access/captcha.ts'
import { day, hour, secondsLeft, tooManyRequests } from '../base/limits.ts'
import type { Solution } from '../access/use-solution.ts'
import { countHit, countHitUpTo, readHits } from '../base/limit-store.ts'
import type { Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { agencyUserOf } from './session.ts'

type Counted = Pick<Call, 'deps' | 'tenant' | 'caller' | 'realNow'>

const hourly = (userId: string) => `invite|hour|${userId}`
const ofAgency = (agencyId: string) => `invite|agency|${agencyId}`
const daily = (userId: string) => `invite|day|${userId}`

export async function isInvitingCaptchaDue(tx: Tx, call: Counted): Promise<boolean> {
  const { userId } = agencyUserOf(call.caller)
  return (await readHits(tx, call.tenant.code, hourly(userId), call.realNow, hour)) >= freePerHour
}

/** The caller's remaining invitations today. */
export async function leftToday(tx: Tx, call: Counted): Promise<number> {
  const { userId, agencyId } = agencyUserOf(call.caller)
  const own = await readHits(tx, call.tenant.code, daily(userId), call.realNow, day)
  const all = await readHits(tx, call.tenant.code, ofAgency(agencyId), call.realNow, day)
  return Math.max(0, Math.min(mostPerDay.person - own, mostPerDay.agency - all))
}

export const triesPerDay = 200 // refusals reveal who recommends already, so tries are few

/** Counts a try, whatever its result. */
export async function countInvitingTry(call: Counted): Promise<void> {
  const { deps, tenant, realNow } = call
  const bucket = `invite|tries|${agencyUserOf(call.caller).userId}`
  const isLeft = await withTenant(deps.db, tenant.code, (tx) =>
    countHitUpTo(tx, tenant.code, bucket, realNow, day, triesPerDay),
  )
  if (!isLeft) throw tooManyRequests(secondsLeft(day, realNow))
}

/** Counts an invitation, or throws, which rolls back the count. Mailboxes are counted across agencies. */
export async function countInvitation(
  tx: Tx,
  call: Counted,
  email: string,
  solved: Solution,
): Promise<void> {
  const { deps, tenant, realNow } = call
  const { userId, agencyId } = agencyUserOf(call.caller)
  // Owners can add users at will, so limits are not summed.
  for (const [bucket, most] of [
    [daily(userId), mostPerDay.person],
    [ofAgency(agencyId), mostPerDay.agency],
  ] as const)
    if (!(await countHitUpTo(tx, tenant.code, bucket, realNow, day, most)))
      throw tooManyRequests(secondsLeft(day, realNow))
  await countMailbox(tx, { deps, tenant, realNow }, email)
  const inHour = await countHit(tx, tenant.code, hourly(userId), realNow, hour)
  // Only the captcha's work counts here: no mail confirms.
  if (inHour > freePerHour && solved !== 'work')
    throw await captchaRequired(deps.keys, tenant.code, realNow)
}

/** Takes one of a mailbox's invitations a day; reminders have their own interval. */
async function countMailbox(
  tx: Tx,
  { deps, tenant, realNow }: Pick<Call, 'deps' | 'tenant' | 'realNow'>,
  email: string,
): Promise<void> {
  const bucket = `invite|address|${deps.keys.lookup(mailboxOf(email))}`
  if (!(await countHitUpTo(tx, tenant.code, bucket, realNow, day, mostPerDay.mailbox)))
    throw tooManyRequests(secondsLeft(day, realNow))
}
