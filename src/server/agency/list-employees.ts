import { listEmployees as endpoint } from '../../contract/agentur-mitarbeiter.ts'
import { serve } from '../serve.ts'
import { agencyUserOf } from './session.ts'
import type { AgencyUser } from './store.ts'
import { listAgencyUsers } from './user-store.ts'

const stateOf = ({ left_at, confirmed_at }: AgencyUser): 'ausgeschieden' | 'aktiv' | 'eingeladen' =>
  left_at ? 'ausgeschieden' : confirmed_at ? 'aktiv' : 'eingeladen'

export const listEmployees = serve(endpoint, async ({ tenant, caller, transaction }) => {
  const { agencyId } = agencyUserOf(caller)
  const people = await transaction((tx) => listAgencyUsers(tx, tenant.code, agencyId))
  return people
    .map((one) => ({
      id: one.user_id,
      role: one.role,
      state: stateOf(one),
      salutation: one.salutation,
      firstName: one.first_name,
      lastName: one.last_name,
      email: one.email,
      employeeNumber: one.employee_number,
      addedAt: one.created_at.toString(),
      leftAt: one.left_at?.toString() ?? null,
    }))
    .toSorted((a, b) => Number(a.leftAt !== null) - Number(b.leftAt !== null))
})
