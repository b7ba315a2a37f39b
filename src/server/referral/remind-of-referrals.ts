import type { Tenant } from '../../domain/tenant.ts'
import { titleInMail } from '../../domain/title-in-mail.ts'
import { audit, system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { queueMails } from '../mail/store.ts'
import { takeInSets } from '../run-in-sets.ts'
import {
  listExpiringReferrals,
  markExpiringReferrals,
  type ExpiringReferral,
} from './reminder-store.ts'

type JobDeps = Pick<Deps, 'db' | 'clock'>

/**
 * Reminds referrers of unaccepted referrals about to expire; returns the number. Once each: mark and mail are one transaction.
 * Off unless the tenant's terms promise it (decision 90).
 */
export async function remindOfReferrals(
  deps: JobDeps,
  tenant: Tenant,
  atOnce = 200,
): Promise<number> {
  const { code } = tenant
  const daysBefore = tenant.reminders.referralDays
  if (daysBefore.length === 0 || tenant.accountsBlockedOn !== null) return 0
  const asked = { today: deps.clock.today(), daysBefore }
  return takeInSets({
    list: (limit) =>
      withTenant(deps.db, code, (tx) => listExpiringReferrals(tx, code, asked, limit)),
    take: (some) =>
      withTenant(deps.db, code, async (tx) => {
        const due = await markExpiringReferrals(tx, code, asked, some)
        await remind(tx, deps, tenant, due)
        return due.map(({ number }) => number)
      }),
    atOnce,
  })
}

async function remind(
  tx: Tx,
  deps: JobDeps,
  tenant: Tenant,
  referrals: readonly ExpiringReferral[],
): Promise<void> {
  const now = deps.clock.now()
  await queueMails(
    tx,
    tenant.code,
    referrals.map(({ number, valid_until, language, ...referral }) => ({
      template: 'referralReminder',
      to: referral.email,
      locale: language,
      data: {
        firstName: referral.first_name,
        productTitle: titleInMail(referral.title, referral.in_sentence, language),
        expiresOn: valid_until,
        link: { link: { page: 'ShareRecommendation', params: { empfehlungsnummer: number } } },
      },
      dedupeKey: `referral-reminder|${number}|${deps.clock.today().toString()}`,
      now,
    })),
  )
  for (const { number } of referrals)
    await audit(tx, tenant.code, {
      at: now,
      actor: system,
      action: 'remind-of-referral',
      subjectKind: 'referral',
      subjectId: number,
    })
}
