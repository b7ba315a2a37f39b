import { registrationRefusalTexts, type RegistrationRefusal } from '../../domain/seller.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { revokeTokens } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { lockPartnerByNumber, updatePartner, type PartnerState } from './store.ts'

export type StateChange = 'done' | 'already' | 'unknown' | 'unconfirmed'

/**
 * Activates or stops a partner: inactive keeps orders and credit notes visible, closed has no access. Earnings are paid in any
 * state. Activation is mailed, and requires a confirmed address. With a `refusal` it is a registration's end, of which a proven
 * applicant is mailed.
 */
export async function changePartnerState(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  number: string,
  state: Exclude<PartnerState, 'registered'>,
  actor: Actor,
  refusal?: RegistrationRefusal,
): Promise<StateChange> {
  const now = deps.clock.now()
  const partner = await lockPartnerByNumber(tx, tenant, number)
  if (!partner) return 'unknown'
  if (partner.state === state) return 'already'
  if (state === 'active' && !partner.confirmed_at) return 'unconfirmed'
  await updatePartner(tx, tenant, partner.partner_id, { state, state_since: now.toString() })
  if (state === 'closed')
    await revokeTokens(tx, tenant, 'partner-session', partner.partner_id, deps.clock.realNow())
  if (state === 'active')
    await queueMail(tx, tenant, {
      template: 'salesPartnerActivated',
      to: partner.email,
      locale: partner.language,
      data: {
        firstName: partner.first_name,
        partnerNumber: partner.number,
        link: { link: { page: 'SalesPartnerArea' } },
      },
      dedupeKey: `partner-activated|${partner.partner_id}|${now.toString()}`,
      now,
    })
  if (refusal && partner.confirmed_at)
    await queueMail(tx, tenant, {
      template: 'salesPartnerRefused',
      to: partner.email,
      locale: partner.language,
      data: {
        firstName: partner.first_name,
        partnerNumber: partner.number,
        reason: registrationRefusalTexts[refusal][partner.language],
        link: { link: { page: 'SalesPartnerEntry' } },
      },
      dedupeKey: `partner-refused|${partner.partner_id}|${now.toString()}`,
      now,
    })
  await audit(tx, tenant, {
    at: now,
    actor,
    action: refusal ? 'sales-partner-refused' : `sales-partner-${state}`,
    subjectKind: 'sales-partner',
    subjectId: partner.partner_id,
    ...(refusal ? { details: { refusal } } : {}),
    change: { before: { state: partner.state }, after: { state } },
  })
  return 'done'
}
