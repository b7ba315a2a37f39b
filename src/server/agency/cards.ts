import * as contract from '../../contract/einladung.ts'
import { findInviterByCard } from '../account/inviter-store.ts'
import { fail } from '../errors.ts'
import { noteUnknown } from '../limit-reads.ts'
import { serve } from '../serve.ts'
import { tenantOrigin } from '../tenant/tenant-origin.ts'
import { agencyUserOf } from './session.ts'
import { listAgencyUsers } from './user-store.ts'

/** An owner sees all cards of the agency, an employee the own one. */
export const listCards = serve(contract.listCards, async (call) => {
  const { deps, tenant, caller } = call
  const { agencyId, userId, role } = agencyUserOf(caller)
  const people = await call.transaction((tx) => listAgencyUsers(tx, tenant.code, agencyId))
  return people
    .filter((one) => !one.left_at && (role === 'owner' || one.user_id === userId))
    .map((one) => ({
      employeeNumber: one.employee_number,
      name: `${one.first_name} ${one.last_name}`,
      link: `${tenantOrigin(deps.publicOrigin, tenant)}/e/${one.card_code}`,
    }))
})

export const showCard = serve(
  contract.showCard,
  async ({ deps, tenant, params, transaction, request }) => {
    const found =
      tenant.agencies && contract.cardCode.safeParse(params.code).success
        ? await transaction((tx) => findInviterByCard(tx, tenant.code, params.code.toUpperCase()))
        : undefined
    if (!found) {
      noteUnknown(deps, tenant.code, request)
      throw fail('link-expired')
    }
    return { agencyName: found.agencyName, employeeName: found.employeeName }
  },
)
