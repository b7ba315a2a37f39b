import { mailboxOf } from '../../domain/email.ts'
import { countHitUpTo } from '../base/limit-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { captchaRequired } from './captcha.ts'
import { day, secondsLeft, tooManyRequests } from './limits.ts'
import type { Solution } from './use-solution.ts'

/**
 * Mails a day that strangers can have sent to one mailbox, by whichever call: a few as they are, more for a captcha each. What is
 * sent without the work ends at half, so that strangers cannot use up what the owner gets for a solution.
 */
const mailsPerDay = { free: 5, mail: 10, work: 20 } as const

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
