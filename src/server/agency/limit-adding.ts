import { mailboxOf } from '../../domain/email.ts'
import { day, secondsLeft, tooManyRequests } from '../base/limits.ts'
import { countHit, countHitUpTo } from '../base/limit-store.ts'
import type { Call, Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'

// People of one agency a day. Added: each with a mail; more than the largest file twice. Looked at, in a file that is only tried: the
// answer says which addresses are taken.
const perDay = { 'add-employee': 600, 'look-at-employee': 1_500 }
const mailsToOne = 5 // a day, from all agencies together

/** Counts people whom an agency adds, or refuses: whom it names is not known to have asked for it. */
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

/** Takes one of the day's mails with a link to a password that agencies may have sent to a mailbox; false where none is left. */
export function takeAccessMail(
  tx: Tx,
  { keys, clock }: Pick<Deps, 'keys' | 'clock'>,
  tenant: string,
  email: string,
): Promise<boolean> {
  const bucket = `agency-access|address|${keys.lookup(mailboxOf(email))}`
  return countHitUpTo(tx, tenant, bucket, clock.realNow(), day, mailsToOne)
}
