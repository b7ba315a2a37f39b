import { payoutReason } from '../../domain/bank-reasons.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { Partner } from './store.ts'

/** Why nothing is paid to a partner's account until it is given anew; null where nothing is wrong with it. */
export const accountProblemOf = (
  partner: Pick<Partner, 'account_problem'>,
  locale: Locale,
): string | null =>
  partner.account_problem === null ? null : payoutReason(partner.account_problem, locale)
