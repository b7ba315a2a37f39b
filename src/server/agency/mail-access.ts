import type { PageName } from '../../contract/pages.ts'
import { issueToken, revokeTokens } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import type { Member } from './store.ts'

/** Purpose of a mailed link: confirm a registration, set the first password, or reset it. */
export type Occasion = 'registration' | 'first' | 'reset'

export const validHours: Record<Occasion, number> = {
  registration: 7 * 24,
  first: 7 * 24,
  reset: 24,
}
const pages = {
  registration: 'AgencyConfirmation',
  first: 'AgencySetPassword',
  reset: 'AgencyResetPassword',
} as const satisfies Record<Occasion, PageName>
const templates = {
  registration: 'agencyConfirm',
  first: 'agencyEmployee',
  reset: 'setPassword',
} as const

export const occasionOf = (member: Pick<Member, 'confirmed_at' | 'role' | 'state'>): Occasion =>
  member.confirmed_at
    ? 'reset'
    : member.role === 'owner' && member.state === 'registered'
      ? 'registration'
      : 'first'

/** Mails an agency user's password link; earlier ones end. */
export async function mailAgencyAccess(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  tenant: string,
  member: Pick<
    Member,
    | 'user_id'
    | 'email'
    | 'first_name'
    | 'language'
    | 'confirmed_at'
    | 'role'
    | 'state'
    | 'agency_name'
    | 'agency_number'
  >,
): Promise<void> {
  const now = deps.clock.now()
  const occasion = occasionOf(member)
  await revokeTokens(tx, tenant, 'agency-password', member.user_id, now)
  const { id } = await issueToken(tx, deps.keys, tenant, {
    kind: 'agency-password',
    subject: member.user_id,
    now,
    expiresAt: now.add({ hours: validHours[occasion] }),
    uses: 1,
    details: { occasion },
  })
  const link = { link: { page: pages[occasion], token: { id, as: 't' } } }
  await queueMail(tx, tenant, {
    template: templates[occasion],
    to: member.email,
    locale: member.language,
    data:
      occasion === 'reset'
        ? { firstName: member.first_name, link }
        : {
            firstName: member.first_name,
            agencyName: member.agency_name,
            agencyNumber: member.agency_number,
            link,
          },
    dedupeKey: `agency-password|${id}`,
    now,
  })
}
