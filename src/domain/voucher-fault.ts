import type { Cents } from './money.ts'

// A voucher code that does not work: its person gets another one of the same shop and value.

export const codeStates = ['works', 'doubted', 'faulty'] as const // doubted: reported, a second person decides
export type CodeState = (typeof codeStates)[number]

export function codeState(code: { doubtedAt: unknown; faultyAt: unknown }): CodeState {
  if (code.faultyAt !== null) return 'faulty'
  return code.doubtedAt === null ? 'works' : 'doubted'
}

/**
 * Whether a second person decides: another code is money, and nobody can see whether the first one was used. One person replaces one code
 * of a reward, within what they may give alone.
 */
export const needsSecond = (
  reward: { replaced: number },
  code: { cents: Cents },
  aloneCents: Cents,
): boolean => reward.replaced > 0 || code.cents > aloneCents

/** Whether a second one may decide, within their role's limit. */
export type CannotApprove = 'own' | 'above'

export function cannotApprove(
  code: { cents: Cents; doubtedBy: string | null },
  by: { operatorId: string; mostCents: Cents },
): CannotApprove | null {
  if (code.doubtedBy === by.operatorId) return 'own'
  return code.cents > by.mostCents ? 'above' : null
}
