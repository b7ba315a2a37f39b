import {
  operatorAbilities,
  type OperatorAbility,
  type OperatorRole,
} from '../../domain/operator-abilities.ts'
import type { Deps } from '../context.ts'
import { onPlatform, type Tx } from '../db/connection.ts'
import { listGrantsAt, listOperators, type Operator } from '../team/store.ts'

/** Everybody with a right at the tenant, who has joined. */
export async function listToTell(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  code: string,
): Promise<{ operator: Operator; ability: OperatorAbility }[]> {
  const grants = await listGrantsAt(tx, code, deps.clock.realNow())
  const roles = new Map<string, OperatorRole[]>()
  for (const { operator_id: id, role } of grants) roles.set(id, [...(roles.get(id) ?? []), role])
  const operators = await onPlatform(tx, code, () => listOperators(tx, [...roles.keys()]))
  return operators
    .filter(({ joined_at }) => joined_at !== null)
    .map((operator) => ({
      operator,
      ability: operatorAbilities(roles.get(operator.operator_id) ?? []),
    }))
}
