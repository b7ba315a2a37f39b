import type { Tenant } from '../../domain/tenant.ts'
import { titleInMail } from '../../domain/title-in-mail.ts'
import type { NewClaim } from '../base/claim-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { findReferral } from '../referral/store.ts'
import { claimantOf } from './end-claim.ts'

/** Tells somebody what an operator wrote down for them, and until when it is answered. */
export async function mailEnteredClaim(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: Tenant,
  claim: NewClaim,
): Promise<void> {
  const to = await claimantOf(tx, deps, tenant, claim.claimant)
  const referral = await findReferral(tx, tenant.code, claim.referralNumber)
  if (!to || !referral) return
  const { locale, email, firstName } = to
  await queueMail(tx, tenant.code, {
    template: 'claimEntered',
    to: email,
    locale,
    data: {
      firstName,
      productTitle: titleInMail(referral.title, referral.in_sentence, locale),
      orderNumber: claim.externalNumber,
      contractOn: claim.contractOn,
      note: claim.note,
      until: claim.answerBy.toString(),
      link: { link: await to.link() },
    },
    dedupeKey: `claim-entered|${claim.id}`,
    now: claim.at,
  })
}
