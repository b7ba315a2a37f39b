import { recordReport } from '../reports/rows-store.ts'
import type { Bench } from '../reward/reward.test-helper.ts'

type Whose = { agencyId: string; userId: string | null }
type More = {
  share?: number
  firstName?: string // of the referrer
  line?: Parameters<Bench['makeOrder']>[2]
}

/** A confirmed order of a referrer invited by an agency user, in the agency's lists. */
export async function makeAgencyOrder(bench: Bench, whose: Whose, more: More = {}) {
  const { firstName = 'Wera', share = 100, line = {} } = more
  const referral = await bench.makeReferral({ share })
  const ofAgency = { agency_id: whose.agencyId, agency_user_id: whose.userId }
  await bench.run(async (tx) => {
    await tx
      .updateTable('referrals')
      .set(ofAgency)
      .where('tenant', '=', bench.code)
      .where('number', '=', referral.number)
      .execute()
    await tx
      .updateTable('accounts')
      .set({ first_name: firstName, ...ofAgency })
      .where('tenant', '=', bench.code)
      .where('account_id', '=', referral.accountId)
      .execute()
    await recordReport(tx, bench.code, 'referrals', [referral.number])
    await recordReport(tx, bench.code, 'recommenders', [referral.accountId])
  })
  const recipient = await bench.makeRecipient(referral)
  await bench.run((tx) => recordReport(tx, bench.code, 'leads', [recipient.number]))
  return { number: await bench.makeOrder(referral, recipient, line), referral, recipient }
}
