import { isBlocked } from '../../domain/eligibility.ts'
import {
  byLists,
  findAccountByEmail,
  giveToLists,
  lockPerson,
  setBlocked,
  type Account,
} from '../account/store.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { revokeTokens } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { keepBlockedEmails, keepGeneralBlock } from '../tenant/store.ts'
import { extendRewards } from './block-store.ts'

type Done = 'done' | 'already' | 'unknown' | 'listed'

/** Blocks one account: sessions end, rewards wait. @param email normalised */
export async function blockAccount(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  email: string,
  actor: Actor,
): Promise<Done> {
  const found = await findAccountByEmail(tx, tenant, email)
  // Locked, so that no login succeeds in parallel (account/session.ts).
  const account = found && (await lockPerson(tx, tenant, found.account_id))
  if (!account) return 'unknown'
  return (await setBlock(tx, deps, tenant, account, actor.id, actor)) ? 'done' : 'already'
}

/** @param account locked; false: it is blocked already */
export async function setBlock(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  account: Account,
  by: string,
  actor: Actor,
): Promise<boolean> {
  const { account_id: id, blocked_on: before } = account
  const block = { on: deps.clock.today(), by }
  if (!(await setBlocked(tx, tenant, id, block))) return false
  await revokeTokens(tx, tenant, 'user-session', id, deps.clock.realNow())
  await audit(tx, tenant, {
    at: deps.clock.now(),
    actor,
    action: 'account-blocked',
    subjectKind: 'account',
    subjectId: id,
    change: {
      before: { blockedOn: before },
      after: { blockedOn: before ?? block.on.toString() },
    },
  })
  return true
}

/**
 * Ends the block: rewards go on, and collectable ones get the blocked days back. Under a general block, that one's end gives
 * back the days since its start. Whom the lists block is free with them only ('listed').
 */
export async function unblockAccount(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  email: string,
  actor: Actor,
): Promise<Done> {
  const found = await findAccountByEmail(tx, tenant, email)
  const account = found && (await lockPerson(tx, tenant, found.account_id))
  if (!account) return 'unknown'
  if (account.blocked_by === byLists) return 'listed'
  // It stays blocked, and is the lists' from now on, without a moment between.
  if (
    account.blocked_on &&
    isBlocked(account.email, await keepBlockedEmails(tx, tenant)) !== null
  ) {
    await giveToLists(tx, tenant, account.account_id)
    await audit(tx, tenant, {
      at: deps.clock.now(),
      actor,
      action: 'account-blocked',
      subjectKind: 'account',
      subjectId: account.account_id,
      details: { by: byLists },
      change: {
        before: { blockedOn: account.blocked_on },
        after: { blockedOn: account.blocked_on },
      },
    })
    return 'listed'
  }
  return (await endBlock(tx, deps, tenant, account, actor)) ? 'done' : 'already'
}

/** @param account locked; false: it is not blocked */
export async function endBlock(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  { account_id: id, blocked_on: since }: Account,
  actor: Actor,
): Promise<boolean> {
  if (since === null || !(await setBlocked(tx, tenant, id, null))) return false
  const until = (await keepGeneralBlock(tx, tenant)) ?? deps.clock.today().toString()
  const extended = await extendRewards(tx, tenant, { accountId: id, since, until })
  await audit(tx, tenant, {
    at: deps.clock.now(),
    actor,
    action: 'account-unblocked',
    subjectKind: 'account',
    subjectId: id,
    details: { extended },
    change: { before: { blockedOn: since }, after: { blockedOn: null } },
  })
  await enqueue(tx, tenant, 'provide-rewards', { accountId: id })
  return true
}
