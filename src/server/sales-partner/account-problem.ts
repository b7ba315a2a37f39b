import { payoutReason } from '../../domain/bank-reasons.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { Partner } from './store.ts'

/** Why a partner's account gets no payments, or null. */
export const accountProblemOf = (
  partner: Pick<Partner, 'account_problem'>,
  locale: Locale,
): string | null =>
  partner.account_problem === null ? null : payoutReason(partner.account_problem, locale)
