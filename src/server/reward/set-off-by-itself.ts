import { cannotSetOff, pauseDays } from '../../domain/clawback.ts'
import { localDate, startOfLocalDay } from '../../domain/dates.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { runInSets } from '../run-in-sets.ts'
import { isAllBlocked } from './blocked-reward.ts'
import { mailSetOff } from './clawback-mails.ts'
import { listSettable, listTold, type Told } from './clawback-store.ts'
import { canBeSetOff, isSamePerson, lockBoth, setOffReward } from './set-off-reward.ts'
import { findContact, findReward } from './store.ts'

const atOnce = 200

/**
 * Where a tenant wants that, sets rewards off against what their owners still owe, once they were told and had time to pay or to
 * object; returns the number. Idempotent and safe in parallel: one transaction each, judged again under its locks. If one fails the others go
 * on; the first error is thrown.
 */
export async function setOffByItself(deps: Deps, tenant: Tenant): Promise<number> {
  if (!tenant.setsOffByItself) return 0
  const before = startOfLocalDay(deps.clock.today().subtract({ days: pauseDays - 1 }))
  const allBlocked = isAllBlocked(tenant)
  const errors: unknown[] = []
  let done = 0
  for (let after: Told | null = null; ;) {
    const told: Told[] = await withTenant(deps.db, tenant.code, (tx) =>
      listTold(tx, tenant.code, { before, after, limit: atOnce, allBlocked }),
    )
    await runInSets(told, {
      work: async ([claimed]) => {
        const next = (tx: Tx) => setOffNext(tx, deps, tenant, claimed!.reward_id)
        while (await withTenant(deps.db, tenant.code, next)) done++
      },
      failed: (_, error) => errors.push(error),
      sizeOf: () => 1,
    })
    after = told.at(-1) ?? null
    if (told.length >= atOnce) continue
    if (errors.length > 0) throw errors[0]
    return done
  }
}

/** Sets the person's next reward off; false: there is none, or somebody else was first. */
async function setOffNext(tx: Tx, deps: Deps, tenant: Tenant, claimed: string): Promise<boolean> {
  const { code } = tenant
  const owed = await findReward(tx, code, claimed)
  const [next] = owed
    ? await listSettable(tx, code, owed, { allBlocked: isAllBlocked(tenant) })
    : []
  const both = next && (await lockBoth(tx, code, { claimed, from: next.id }))
  if (!both) return false
  const { clawback } = both
  const { left_cents: leftCents, proposed_at } = clawback
  const remindedOn = clawback.reminded_at && localDate(clawback.reminded_at)
  const today = deps.clock.today()
  const mayNot =
    cannotSetOff({ leftCents, isProposed: proposed_at !== null, remindedOn }, today) !== null ||
    !isSamePerson(both.owed, both.reward) ||
    !canBeSetOff(both.reward)
  // Nobody pays unseen: who cannot be told keeps the reward.
  if (mayNot || !(await findContact(tx, code, next.id))?.email) return false
  const announcedBy = clawback.reminded_by
  const done = await setOffReward(tx, deps, code, both, system, { announcedBy })
  const key = `${claimed}:${clawback.version}`
  await mailSetOff(tx, tenant, { ...done, rewardId: next.id, at: deps.clock.now(), key })
  return true
}
