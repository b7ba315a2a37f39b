import type { Tenant } from '../../domain/tenant.ts'
import { titleInMail } from '../../domain/title-in-mail.ts'
import { findAccount } from '../account/store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { findReferral } from './store.ts'

/**
 * Tells a referral's owner about progress, if wanted; once per contact or contract. Without names: those are in the personal
 * area, behind a login.
 */
export async function mailStep(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: Tenant,
  step: {
    template: 'contactAccepted' | 'contractConcluded'
    referral: string
    of: string // number of the contact or order
  },
): Promise<void> {
  const referral = await findReferral(tx, tenant.code, step.referral)
  if (!referral?.owned_at || tenant.accountsBlockedOn !== null) return
  const account = await findAccount(tx, tenant.code, referral.account_id)
  if (!account?.step_mails || account.blocked_on) return
  await queueMail(tx, tenant.code, {
    template: step.template,
    to: account.email,
    locale: account.language,
    data: {
      firstName: account.first_name,
      productTitle: titleInMail(referral.title, referral.in_sentence, account.language),
      link: { link: { page: 'Dashboard' } },
      settings: { link: { page: 'Settings', query: { edit: 'mails' } } },
    },
    dedupeKey: `${step.template}|${step.of}`,
    now: deps.clock.now(),
  })
}
