import { deleteAccount as endpoint } from '../../contract/empfehler-konto.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { needsWaiver } from '../../domain/account-end.ts'
import { say, type Listener, type Said } from '../../domain/say.ts'
import type { Tenant } from '../../domain/tenant.ts'
import {
  countTry,
  ownPasswordTries,
  quarterHour,
  takeBackTry,
  tooManyRequests,
  type Limit,
} from '../base/limits.ts'
import { verifyPassword } from '../access/password-hash.ts'
import { referrerOf } from '../account/referrer-call.ts'
import { findAccount, lockPerson } from '../account/store.ts'
import type { Actor } from '../base/audit-store.ts'
import { actorOf, type Call, type Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { passwordNeeded } from '../password-needed.ts'
import { serve } from '../serve.ts'
import { endAccount } from './end-account.ts'
import { listExpectedOrders, listUnpaidRewards, lockUnpaidRewards } from './account-end-store.ts'
import { expectedCents } from './expected-cents.ts'
import { retryConflict } from '../db/retry-conflict.ts'

type DeleteCall = Call<unknown, unknown, BodyOf<typeof endpoint>>

/**
 * Deletes the caller's account (domain.md section 8). If rewards are lost, the body needs the password and a waiver; otherwise
 * an owner's session needs no body, but a given password must be right. Once: a parallel or repeated call finds nothing left.
 */
export const deleteAccount = serve(endpoint, async (call) => {
  if (call.body?.password !== undefined) await checkPassword(call, call.body.password)
  await retryConflict(() => call.transaction((tx) => remove(tx, call)))
  return {}
})

async function checkPassword(
  { deps, tenant, caller, realNow }: DeleteCall,
  password: string,
): Promise<void> {
  const { accountId } = referrerOf(caller)
  const limits: Limit[] = [
    {
      bucket: `delete-account|${accountId}`,
      most: ownPasswordTries,
      windowSeconds: quarterHour,
    },
  ]
  const [account, wait] = await withTenant(deps.db, tenant.code, (tx) =>
    together([
      () => findAccount(tx, tenant.code, accountId),
      () => countTry(tx, tenant.code, limits, realNow),
    ]),
  )
  if (!account) throw fail('session-missing')
  if (wait !== null) throw tooManyRequests(wait)
  // With the provider's login there is no password; the session suffices.
  if (account.password_hash === null) return
  if (!(await verifyPassword(account.password_hash, password))) throw fail('wrong-credentials')
  await withTenant(deps.db, tenant.code, (tx) => takeBackTry(tx, tenant.code, limits, realNow))
}

/** Lock order of order/store.ts: account, rewards, referrals. */
async function remove(tx: Tx, call: DeleteCall): Promise<void> {
  const { deps, tenant, caller, body } = call
  const { accountId, byLink } = referrerOf(caller)
  const account = await lockPerson(tx, tenant.code, accountId)
  if (!account) return
  const waive = body?.waive === true
  // A mailed link can be stolen: it needs the password if there is one, and without one gives up no reward.
  if (byLink && waive && account.password_hash === null) throw passwordNeeded()
  const isPasswordMissing = account.password_hash !== null && body?.password === undefined
  if (byLink && isPasswordMissing) throw unconfirmed(['Password'], call)
  const asked = { accountId, waive: waive && !isPasswordMissing, actor: actorOf(caller) }
  if ((await removeAccount(tx, deps, tenant, asked)) === 'not-waived')
    throw unconfirmed(
      [
        ...(isPasswordMissing ? (['Password'] as const) : []),
        ...(waive ? [] : (['PraemienVerfallen'] as const)),
      ],
      call,
    )
}

/** Ends an account for its owner here, or for an operator on request by letter. */
export async function removeAccount(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: Tenant,
  { accountId, waive, actor }: { accountId: string; waive: boolean; actor: Actor },
): Promise<'removed' | 'not-waived' | 'unknown'> {
  const account = await lockPerson(tx, tenant.code, accountId)
  if (!account) return 'unknown'
  await lockUnpaidRewards(tx, tenant.code, accountId)
  const [rewards, orders] = await together([
    () => listUnpaidRewards(tx, tenant.code, accountId),
    () => listExpectedOrders(tx, tenant.code, accountId),
  ])
  const expected = expectedCents(tenant, orders)
  const states = rewards.map(({ state }) => state)
  if (!waive && needsWaiver({ rewards: states, expectedCents: expected })) return 'not-waived'
  await endAccount(tx, deps, tenant, { account, rewards, actor })
  return 'removed'
}

const texts = {
  Password: {
    de: 'Bitte geben Sie Ihr Passwort an.',
    du: 'Bitte gib dein Passwort an.',
    en: 'Please give your password.',
  },
  PraemienVerfallen: {
    de: 'Es gibt noch Prämien, die dann verfallen. Bitte holen Sie sie zuerst ab, oder verzichten Sie darauf.',
    du: 'Es gibt noch Prämien, die dann verfallen. Bitte hol sie zuerst ab, oder verzichte darauf.',
    bonus: {
      de: 'Es gibt noch Boni, die dann verfallen. Bitte holen Sie sie zuerst ab, oder verzichten Sie darauf.',
      du: 'Es gibt noch Boni, die dann verfallen. Bitte hol sie zuerst ab, oder verzichte darauf.',
    },
    en: 'There are still rewards that would be lost. Please collect them first, or give them up.',
  },
} satisfies Record<string, Said>

const unconfirmed = (fields: readonly (keyof typeof texts)[], call: Listener) =>
  fail('validation', {
    fields: fields.map((field) => ({ field, message: say(texts[field], call) })),
  })
