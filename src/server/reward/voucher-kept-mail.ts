import { formatCents } from '../../domain/money.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { codeRefusalText, type CodeRefusal } from '../../domain/voucher-fault.ts'
import { listRewardOptions } from '../catalogue/store.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { findContact, type Reward } from './store.ts'
import type { RewardCode } from './voucher-store.ts'

type Kept = {
  reward: Pick<Reward, 'reward_id'>
  code: RewardCode
  place: number // in its mail
  isOnly: boolean // there
  refusal: CodeRefusal
  note: string | null
  at: Temporal.Instant
}

/** That a code which was reported is not replaced, and why; never the code. Nobody who is forgotten. */
export async function mailVoucherKept(
  tx: Tx,
  tenant: Tenant,
  { reward: { reward_id: rewardId }, code, place, isOnly, refusal, note, at }: Kept,
): Promise<void> {
  const contact = await findContact(tx, tenant.code, rewardId)
  if (!contact?.email) return
  const { language } = contact
  const options = await listRewardOptions(tx, tenant.code)
  const option = options.find((one) => one.option_id === code.option_id)
  await queueMail(tx, tenant.code, {
    template: 'voucherKept',
    to: contact.email,
    locale: language,
    data: {
      firstName: contact.firstName,
      brand: option?.title[language] ?? '',
      amount: formatCents(code.cents, language),
      place: isOnly ? null : place,
      reason: codeRefusalText(refusal, note, language),
      email: tenant.contact.email,
      link: { link: { page: 'Contact' } },
    },
    dedupeKey: `voucher-kept|${code.voucher_id}|${at.toString()}`,
    now: at,
  })
}
