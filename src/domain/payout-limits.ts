import type { Cents } from './money.ts'
import {
  operatorAbilities,
  operatorRoles,
  type OperatorAction,
  type OperatorRole,
} from './operator-abilities.ts'
import type { PayoutRules } from './payout-rules.ts'

/** What somebody approves alone counts together within the hours. */
export const ownLimitHours = 24

type Limits = Pick<PayoutRules, 'preparerCents' | 'approverCents'>

const limitOf: Partial<Record<OperatorRole, keyof Limits>> = {
  'payout-preparer': 'preparerCents',
  'payout-approver': 'approverCents',
}

/**
 * The most that these roles propose, or approve alone: the highest of those that may do it at all; of who has none, as of any. Null: one of
 * them has no limit of its own, and the tenant's alone count.
 */
export function ownLimit(
  rules: Limits,
  roles: readonly OperatorRole[],
  act: Extract<OperatorAction, 'create' | 'approve'>,
): Cents | null {
  const may = (role: OperatorRole) => operatorAbilities([role]).can(act, 'payouts')
  const able = roles.some(may) ? roles.filter(may) : operatorRoles.filter(may)
  const limits = able.map((role) => {
    const name = limitOf[role]
    return name === undefined ? null : rules[name]
  })
  return limits.includes(null) ? null : Math.max(...limits.flatMap((cents) => cents ?? []))
}

/** Whether one approval is not enough, as it is more than the roles approve alone. @param aloneCents approved alone within the hours before */
export const isAboveOwn = (limit: Cents | null, cents: Cents, aloneCents: Cents): boolean =>
  limit !== null && aloneCents + cents > limit
