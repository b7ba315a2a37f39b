import type { Cents } from './money.ts'
import type { Locale, Localised } from './tenant.ts'

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

/** Why a second person leaves a reported code in use; its person reads it. */
export const codeRefusals = ['works', 'redeemed', 'other'] as const
export type CodeRefusal = (typeof codeRefusals)[number]

const refusals: Record<Exclude<CodeRefusal, 'other'>, Localised> = {
  works: {
    de: 'Der Code ist gültig und nicht eingelöst.',
    en: 'The code is valid and has not been redeemed.',
  },
  redeemed: {
    de: 'Der Code ist schon eingelöst.',
    en: 'The code has been redeemed already.',
  },
}
export const mostCodeNote = 300 // letters

const other: Localised = { de: 'Aus einem anderen Grund.', en: 'For another reason.' }

/** A note stays in its language. */
export function codeRefusalText(reason: CodeRefusal, note: string | null, locale: Locale): string {
  if (reason === 'other') return note ?? other[locale]
  return [refusals[reason][locale], note].filter(Boolean).join(' ')
}
