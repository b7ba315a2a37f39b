import { day, secondsLeft, tooManyRequests } from '../account/limits.ts'
import { countHit } from '../base/limit-store.ts'
import type { Call } from '../context.ts'
import { withTenant } from '../db/connection.ts'

const perDay = 600 // people of one agency, each with a mail; more than the largest file twice

/** Counts mails that an agency has sent to people it adds, or refuses: whom it names is not known to have asked for it. */
export async function limitAdding(
  call: Pick<Call, 'deps' | 'tenant' | 'realNow'>,
  agencyId: string,
  people: number,
): Promise<void> {
  const { deps, tenant, realNow } = call
  const bucket = `add-employee|${agencyId}`
  const hits = await withTenant(deps.db, tenant.code, async (tx) => {
    let last = 0
    for (let one = 0; one < people; one += 1)
      last = await countHit(tx, tenant.code, bucket, realNow, day)
    return last
  })
  if (hits > perDay) throw tooManyRequests(secondsLeft(day, realNow))
}
