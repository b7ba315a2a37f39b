import { issueToken, revokeTokens } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import type { Partner } from './store.ts'

export const validHours = { registration: 7 * 24, reset: 24 }

/** Mails the link that sets a partner's password or confirms a registration; earlier ones end. */
export async function mailPartnerAccess(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  tenant: string,
  partner: Pick<
    Partner,
    'partner_id' | 'number' | 'email' | 'first_name' | 'language' | 'confirmed_at' | 'iban_mask'
  >,
): Promise<void> {
  const now = deps.clock.now()
  const isNew = partner.confirmed_at === null
  await revokeTokens(tx, tenant, 'partner-password', partner.partner_id, now)
  const { id } = await issueToken(tx, deps.keys, tenant, {
    kind: 'partner-password',
    subject: partner.partner_id,
    now,
    expiresAt: now.add({ hours: validHours[isNew ? 'registration' : 'reset'] }),
    uses: 1,
  })
  const link = { link: { page: 'SalesPartnerPassword' as const, token: { id, as: 't' as const } } }
  await queueMail(tx, tenant, {
    template: isNew ? 'salesPartnerConfirm' : 'setPassword',
    to: partner.email,
    locale: partner.language,
    data: {
      firstName: partner.first_name,
      link,
      ...(isNew ? { partnerNumber: partner.number, maskedIban: partner.iban_mask } : {}),
    },
    dedupeKey: `partner-password|${id}`,
    now,
  })
}
