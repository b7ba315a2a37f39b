import { aloneCents, leftAlone, mostGoodwillCents } from '../../domain/goodwill.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { say, type Said } from '../../domain/say.ts'
import { findRequest, insertRequest } from '../account/goodwill-request-store.ts'
import { lockPerson } from '../account/store.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { grantGoodwill } from '../reward/grant-goodwill.ts'
import { findReward } from '../reward/store.ts'
import { readGiven } from './given-goodwill.ts'
import { isOwnCase } from './own-case.ts'

const openRequest: Said = {
  de: 'Für diese Person wartet schon ein Vorschlag auf eine zweite Person.',
  en: 'For this person, a proposal is already waiting for a second person.',
}

const takenId = () => fail('validation', { fields: [{ field: 'Id', message: 'UUID' }] })

export type GivenGoodwill = 'gewaehrt' | 'vorgeschlagen' | 'schon'

/** Grants what one person may grant alone, and proposes more to a second person. The same id again changes nothing. @throws own-case */
export async function giveGoodwill(
  tx: Tx,
  call: Pick<Call, 'deps' | 'tenant' | 'locale' | 'now'>,
  account: { account_id: string; email: string },
  { id, cents, reason }: { id: string; cents: number; reason: string },
  actor: Actor,
  roles: readonly OperatorRole[],
): Promise<GivenGoodwill> {
  const { deps, tenant, now: at } = call
  const { account_id: accountId, email } = account
  const concerned = { accounts: [accountId], recipients: [] }
  if (await isOwnCase(tx, deps, tenant.code, actor.id, concerned)) throw fail('own-case')
  const asked = { operatorId: actor.id, concerned, at, lock: true }
  const given = await readGiven(tx, deps, tenant.code, asked)
  if (!(await lockPerson(tx, tenant.code, accountId))) throw fail('not-found')
  const known = await findReward(tx, tenant.code, id)
  const isKnown = known !== undefined
  if (known && (known.order_number !== null || known.account_id !== accountId)) throw takenId()
  // A proposal's id becomes its reward's: a reward that had it already would keep it from being granted.
  const proposed = await findRequest(tx, tenant.code, id)
  if (proposed && (proposed.account_id !== accountId || proposed.cents !== cents)) throw takenId()
  if (proposed) return 'schon'
  const left = isKnown ? aloneCents : leftAlone(given, roles)
  if (cents <= left) {
    const grant = { email, cents, reason, rewardId: id }
    const { granted } = await grantGoodwill(tx, deps, tenant, grant, actor)
    return granted ? 'gewaehrt' : 'schon'
  }
  const refuse = (message: string) =>
    fail('validation', { fields: [{ field: 'WertCent', message }] })
  if (cents > mostGoodwillCents) throw refuse(`1-${mostGoodwillCents}`)
  const done = await insertRequest(
    tx,
    tenant.code,
    { id, accountId, cents, reason, by: actor.id },
    at,
  )
  if (done === 'open') throw refuse(say(openRequest, call))
  if (done === 'taken') throw takenId()
  await audit(tx, tenant.code, {
    at,
    actor,
    action: 'goodwill-proposed',
    subjectKind: 'account',
    subjectId: accountId,
    details: { request: id },
    change: { before: null, after: { state: 'proposed', cents } },
  })
  return 'vorgeschlagen'
}
