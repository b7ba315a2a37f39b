import { showErasedPerson as endpoint } from '../../contract/betrieb-person.ts'
import { operatorRoles, type OperatorRole } from '../../domain/operator-abilities.ts'
import { serve } from '../serve.ts'
import { fail } from '../errors.ts'
import { findErasure } from './erasure-store.ts'

const bySelf = ['referrer', 'recipient', 'reward']

/** Who was forgotten has no page; the log still knows when, and in which role somebody did it. Without personal data. */
export const showErasedPerson = serve(endpoint, ({ tenant, params, transaction }) =>
  transaction(async (tx) => {
    const found = await findErasure(tx, tenant.code, params.person)
    if (!found) throw fail('not-found')
    const role = operatorRoles.find((one): one is OperatorRole => one === found.actor_role)
    return {
      at: found.at.toString(),
      by: bySelf.includes(found.actor_kind)
        ? ('person' as const)
        : found.actor_kind === 'operator'
          ? ('operator' as const)
          : ('system' as const),
      role: role ?? null,
      kept: found.kept,
    }
  }),
)
