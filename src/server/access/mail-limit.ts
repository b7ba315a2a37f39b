import { mailboxOf } from '../../domain/email.ts'
import { countHit, countHitUpTo } from '../base/limit-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { captchaRequired } from './captcha.ts'
import { day, hour, secondsLeft, tooManyRequests } from '../base/limits.ts'
import type { Solution } from './use-solution.ts'

/**
 * Mails a day that strangers can have sent to one mailbox, by whichever call: a few as they are, more for a captcha each. What is
 * sent without the work ends at half, so that strangers cannot use up what the owner gets for a solution.
 */
const mailsPerDay = { free: 5, mail: 10, work: 20 } as const
const linksFromOnePlace = 5

export const mailBucket = (keys: Call['deps']['keys'], address: string) =>
  `stranger-mail|address|${keys.lookup(mailboxOf(address))}`

/**
 * Takes one of the mailbox's mails of the day, or refuses where there is none left for this caller: a captcha helps until its own
 * mails are used up too. What is refused takes none, and the answer is the same whether the address has an account. To be sent after everything else that may wait for a row: the counter is the
 * one that all these calls share, and stays locked until the commit.
 * @param address normalised, or whatever else the caller typed for it
 */
export async function checkMailLimit(
  tx: Tx,
  { deps, tenant, realNow }: Pick<Call, 'deps' | 'tenant' | 'realNow'>,
  address: string,
  solved: Solution,
): Promise<void> {
  if (await takeMail(tx, { deps, tenant, realNow }, address, solved)) return
  if (solved === 'work') throw tooManyRequests(secondsLeft(day, realNow))
  throw await captchaRequired(deps.keys, tenant.code, realNow)
}

/**
 * The same for a link that lets the owner of the mailbox in. When strangers have used up the mails of the day, one link an hour still goes
 * out for the work of a captcha, asked for from a place that had fewer than five of the day's links: a stranger at one place, or at
 * four, keeps nobody out; one with places without end can only have the owner mailed a link an hour, which the owner may use.
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

/** The same without refusing: false where none is left, for mails that are a courtesy. */
export function takeMail(
  tx: Tx,
  { deps, tenant, realNow }: Pick<Call, 'deps' | 'tenant' | 'realNow'>,
  address: string,
  solved: Solution,
): Promise<boolean> {
  const most = mailsPerDay[solved || 'free']
  return countHitUpTo(tx, tenant.code, mailBucket(deps.keys, address), realNow, day, most)
}
