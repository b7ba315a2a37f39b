import { mailboxOf } from '../../domain/email.ts'
import { countHitUpTo } from '../base/limit-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { day } from './limits.ts'

/** Mails a day that strangers can have sent to one mailbox, by whichever call: a few as they are, more for a captcha each. */
const mailsPerDay = { free: 5, solved: 20 } as const

export const mailBucket = (keys: Call['deps']['keys'], address: string) =>
  `stranger-mail|address|${keys.lookup(mailboxOf(address))}`

/**
 * Takes one of the mailbox's mails of the day; false when there is none left. What is refused takes none, so that nobody uses up
 * without a captcha what the owner gets with one. To be sent after everything else that may wait for a row: the counter is the
 * one that all these calls share, and stays locked until the commit.
 * @param address normalised, or whatever else the caller typed for it
 */
export function takeMail(
  tx: Tx,
  { deps, tenant, realNow }: Pick<Call, 'deps' | 'tenant' | 'realNow'>,
  address: string,
  solved: boolean,
): Promise<boolean> {
  const most = solved ? mailsPerDay.solved : mailsPerDay.free
  return countHitUpTo(tx, tenant.code, mailBucket(deps.keys, address), realNow, day, most)
}
