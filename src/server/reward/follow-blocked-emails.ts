import { isBlocked } from '../../domain/eligibility.ts'
import { byLists, listBlockable, lockPerson, type Account } from '../account/store.ts'
import { system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { keepBlockedEmails } from '../tenant/store.ts'
import { endBlock, setBlock } from './block-account.ts'

const atOnce = 2_000

type Lists = Awaited<ReturnType<typeof keepBlockedEmails>>
type Blockable = Pick<Account, 'email' | 'blocked_on' | 'blocked_by'>

/** What the lists change about an account. */
function changeOf({ email, blocked_on, blocked_by }: Blockable, lists: Lists) {
  const listed = isBlocked(email, lists) !== null
  if (blocked_on === null) return listed ? 'block' : null
  return blocked_by === byLists && !listed ? 'free' : null
}

/**
 * Blocks the accounts whose address the tenant's lists hold, and frees those that they blocked and no longer hold, so that their
 * rewards wait as for every block. One transaction each, with the lists as they are then: safe to repeat and in parallel. Returns
 * the number of changed accounts.
 */
export async function followBlockedEmails(
  deps: Pick<Deps, 'db' | 'clock'>,
  code: string,
): Promise<number> {
  let changed = 0
  for (let after: string | null = null; ;) {
    const { found, lists } = await withTenant(deps.db, code, async (tx) => {
      const kept = await keepBlockedEmails(tx, code)
      const onlyListed = kept.single.length + kept.wildcard.length === 0
      return {
        lists: kept,
        found: await listBlockable(tx, code, { onlyListed, after, limit: atOnce }),
      }
    })
    for (const one of found)
      if (changeOf(one, lists) && (await follow(deps, code, one.account_id))) changed++
    if (found.length < atOnce) return changed
    after = found.at(-1)!.account_id
  }
}

const follow = (deps: Pick<Deps, 'db' | 'clock'>, code: string, id: string) =>
  withTenant(deps.db, code, async (tx) => {
    const account = await lockPerson(tx, code, id)
    if (!account) return false
    const change = changeOf(account, await keepBlockedEmails(tx, code))
    if (change === 'block') return setBlock(tx, deps, code, account, byLists, system)
    return change === 'free' && endBlock(tx, deps, code, account, system)
  })
