import { mayAt, type OperatorNeed, type OperatorRole } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import type { Said } from '../../domain/say.ts'
import { isUuid } from '../base/uuid.ts'
import { onPlatform, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { listGrantsAt, listGrantsOf, listOperators, type Grant } from './store.ts'

/** The right to manage a team. */
export const managingRole = (place: string): OperatorRole =>
  place === platformCode ? 'platform-operator' : 'tenant-admin'

/** Refuses whoever has no right here. */
export async function needMember(tx: Tx, tenant: string, id: string, now: Temporal.Instant) {
  if (!isUuid(id)) throw fail('not-found')
  const here = await listGrantsAt(tx, tenant, now)
  if (!here.some(({ operator_id }) => operator_id === id)) throw fail('not-found')
}

/** Somebody who has joined, and whose right does not end by itself, has to manage the team. @param said where it is another's */
export async function keepAnAdmin(
  tx: Tx,
  tenant: string,
  now: Temporal.Instant,
  said?: Said,
): Promise<void> {
  const left = await listGrantsAt(tx, tenant, now)
  const ids = left
    .filter(({ role, expires_at }) => role === managingRole(tenant) && expires_at === null)
    .map(({ operator_id }) => operator_id)
  const people = await onPlatform(tx, tenant, () => listOperators(tx, ids))
  if (!people.some(({ joined_at }) => joined_at !== null))
    throw fail('last-admin', said ? { said } : {})
}

/**
 * Whether everything that somebody may do is in the hands of somebody else, who manages each of those teams or is of the platform: a person's
 * passkeys and sessions are the same everywhere (decision 660).
 */
export function isWithin(
  theirs: readonly Grant[],
  own: readonly Grant[],
  need: OperatorNeed,
): boolean {
  const rolesAt = (place: string) =>
    own.filter(({ tenant }) => tenant === place).map(({ role }) => role)
  return (
    own.some(({ role }) => role === 'platform-operator') ||
    theirs.every(({ tenant }) => mayAt(rolesAt(tenant), tenant, need))
  )
}

/** What somebody may do everywhere, and where; whole: all of it is in the hands of `by`. */
export async function reachOf(
  tx: Tx,
  home: string,
  { id, by, need }: { id: string; by: string; need: OperatorNeed },
  now: Temporal.Instant,
): Promise<{ grants: Grant[]; places: string[]; isWhole: boolean }> {
  const [grants, own] = await onPlatform(tx, home, async () => [
    await listGrantsOf(tx, id, now),
    await listGrantsOf(tx, by, now),
  ])
  const places = [...new Set(grants.map(({ tenant }) => tenant))]
  return { grants, places, isWhole: isWithin(grants, own, need) }
}

export const lastElsewhere: Said = {
  de: 'Diese Person verwaltet anderswo als letzte ein Team. Der Plattformbetrieb muss dort erst jemand anderes berechtigen.',
  en: 'This person is the last who manages a team elsewhere. The platform has to give somebody else that right there first.',
}
