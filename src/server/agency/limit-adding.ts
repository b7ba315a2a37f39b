import { mailboxOf } from '../../domain/email.ts'
import { day, secondsLeft, tooManyRequests } from '../base/limits.ts'
import { countHit, countHitUpTo } from '../base/limit-store.ts'
import type { Call, Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'

// Users of an agency a day. Added, each with a mail: more than the largest file twice. Looked at, in dry runs: the answer reveals
// taken addresses.
export const perDay = { 'add-employee': 600, 'look-at-employee': 1_500 }
export const mailsToOne = 5 // a day, across agencies

/** Counts users added by an agency, or throws: they may not have asked for it. */
export async function limitAdding(
  call: Pick<Call, 'deps' | 'tenant' | 'realNow'>,
  agencyId: string,
  people: number,
  what: keyof typeof perDay = 'add-employee',
): Promise<void> {
  const { deps, tenant, realNow } = call
  const bucket = `${what}|${agencyId}`
  const hits = await withTenant(deps.db, tenant.code, (tx) =>
    countHit(tx, tenant.code, bucket, realNow, day, people),
  )
  if (hits > perDay[what]) throw tooManyRequests(secondsLeft(day, realNow))
}

/** Takes one of a mailbox's daily password mails from agencies; false if none is left. */
export function takeAccessMail(
  tx: Tx,
  { keys, clock }: Pick<Deps, 'keys' | 'clock'>,
  tenant: string,
  email: string,
): Promise<boolean> {
  const bucket = `agency-access|address|${keys.lookup(mailboxOf(email))}`
  return countHitUpTo(tx, tenant, bucket, clock.realNow(), day, mailsToOne)
}
