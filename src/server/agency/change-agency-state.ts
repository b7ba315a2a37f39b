import { registrationRefusalTexts, type RegistrationRefusal } from '../../domain/seller.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { revokeTokens } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { lockAgencyByNumber, updateAgency, type AgencyState } from './store.ts'
import { listAgencyUsers } from './user-store.ts'

export type StateChange = 'done' | 'already' | 'unknown'

/**
 * Activates or stops an agency: inactive keeps its owner's reports and invoices, closed lets nobody in. Effective with the next
 * call. A newly active agency's owner is mailed. With a `refusal` it is a registration's end, of which a proven applicant is mailed.
 */
export async function changeAgencyState(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  number: string,
  state: Exclude<AgencyState, 'registered'>,
  actor: Actor,
  refusal?: RegistrationRefusal,
): Promise<StateChange> {
  const now = deps.clock.now()
  const agency = await lockAgencyByNumber(tx, tenant, number)
  if (!agency) return 'unknown'
  if (agency.state === state) return 'already'
  await updateAgency(tx, tenant, agency.agency_id, { state, state_since: now.toString() })
  const people = await listAgencyUsers(tx, tenant, agency.agency_id)
  for (const person of people.filter(({ role }) => state === 'closed' || role === 'employee'))
    if (state !== 'active')
      await revokeTokens(tx, tenant, 'agency-session', person.user_id, deps.clock.realNow())
  const owner = people.find(({ role, confirmed_at }) => role === 'owner' && confirmed_at)
  if (state === 'active' && owner)
    await queueMail(tx, tenant, {
      template: 'agencyActivated',
      to: owner.email,
      locale: owner.language,
      data: {
        firstName: owner.first_name,
        agencyName: agency.name,
        agencyNumber: agency.number,
        link: { link: { page: 'AgencyHome' } },
      },
      dedupeKey: `agency-activated|${agency.agency_id}|${now.toString()}`,
      now,
    })
  if (refusal && owner)
    await queueMail(tx, tenant, {
      template: 'agencyRefused',
      to: owner.email,
      locale: owner.language,
      data: {
        firstName: owner.first_name,
        agencyName: agency.name,
        agencyNumber: agency.number,
        reason: registrationRefusalTexts[refusal][owner.language],
        link: { link: { page: 'AgencyInfo' } },
      },
      dedupeKey: `agency-refused|${agency.agency_id}|${now.toString()}`,
      now,
    })
  await audit(tx, tenant, {
    at: now,
    actor,
    action: refusal ? 'agency-refused' : `agency-${state}`,
    subjectKind: 'agency',
    subjectId: agency.agency_id,
    ...(refusal ? { details: { refusal } } : {}),
    change: { before: { state: agency.state }, after: { state } },
  })
  return 'done'
}
