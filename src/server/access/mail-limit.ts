import { mailboxOf } from '../../domain/email.ts'
import { countHit, countHitUpTo, type Hit } from '../base/limit-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { AppError } from '../errors.ts'
import { together } from '../db/together.ts'
import { captchaRequired } from './captcha.ts'
import { day, hour, secondsLeft, tooManyRequests } from '../base/limits.ts'
import type { Solution } from './use-solution.ts'

/**
 * Mails a day to one mailbox caused by strangers, over all calls: some free, more for a captcha each. Those without work stop at
 * half, so that strangers cannot use up the owner's share.
 */
export const mailsPerDay = { free: 5, mail: 10, work: 20 } as const
export const linksFromOnePlace = 5

export const mailBucket = (keys: Call['deps']['keys'], address: string) =>
  `stranger-mail|address|${keys.lookup(mailboxOf(address))}`

/**
 * Takes one of the mailbox's daily mails, or throws if the caller has none left (a captcha extends the limit). Refusals take
 * none; the answer does not reveal accounts. Send it last: the counter is shared by these calls and locked until the commit.
 * @param address normalised, or as typed
 */
export async function checkMailLimit(
  tx: Tx,
  { deps, tenant, realNow }: Pick<Call, 'deps' | 'tenant' | 'realNow'>,
  address: string,
  solved: Solution,
): Promise<void> {
  if (!(await takeMail(tx, { deps, tenant, realNow }, address, solved)))
    throw await noMailLeft({ deps, tenant, realNow }, solved)
}

/** The same as a hit to be counted with others (`countHits`); where it was not, the caller has `noMailLeft`. */
export const mailHit = (keys: Call['deps']['keys'], address: string, solved: Solution) =>
  ({
    bucket: mailBucket(keys, address),
    windowSeconds: day,
    most: mailsPerDay[solved || 'free'],
  }) satisfies Hit

export async function noMailLeft(
  { deps, tenant, realNow }: Pick<Call, 'deps' | 'tenant' | 'realNow'>,
  solved: Solution,
): Promise<AppError> {
  if (solved === 'work') return tooManyRequests(secondsLeft(day, realNow))
  return captchaRequired(deps.keys, tenant.code, realNow)
}

/**
 * For login links. When strangers have used up the day's mails, one link an hour still goes out for a captcha, from places with
 * fewer than five links that day: so a few places cannot lock the owner out, and unlimited ones only cause hourly links that the
 * owner may use.
 */
export async function checkLinkLimit(
  tx: Tx,
  call: Pick<Call, 'deps' | 'tenant' | 'realNow' | 'visitor'>,
  address: string,
  solved: Solution,
): Promise<void> {
  const { deps, tenant, realNow } = call
  const bucket = mailBucket(deps.keys, address)
  const [taken, fromHere] = await together([
    () => takeMail(tx, call, address, solved),
    () => countHit(tx, tenant.code, `${bucket}|${call.visitor}`, realNow, day),
  ])
  if (taken) return
  if (solved !== 'work') throw await captchaRequired(deps.keys, tenant.code, realNow)
  if (fromHere > linksFromOnePlace) throw tooManyRequests(secondsLeft(day, realNow))
  if (!(await countHitUpTo(tx, tenant.code, `${bucket}|owner`, realNow, hour, 1)))
    throw tooManyRequests(secondsLeft(hour, realNow))
}

/** Without throwing, for courtesy mails; false if none is left. */
export function takeMail(
  tx: Tx,
  { deps, tenant, realNow }: Pick<Call, 'deps' | 'tenant' | 'realNow'>,
  address: string,
  solved: Solution,
): Promise<boolean> {
  const { bucket, windowSeconds, most } = mailHit(deps.keys, address, solved)
  return countHitUpTo(tx, tenant.code, bucket, realNow, windowSeconds, most)
}
