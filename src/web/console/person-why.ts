import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { waitReasons } from '../../domain/why-waiting.ts'
import { formatCents } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { Translate } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'

export type Wait = AnswerOf<Endpoints['showPerson']>['first']

/** One sentence to read aloud: how much, until when, why and who decides. */
export function whySentence(wait: Wait, t: Translate<'consolePeople'>, locale: Locale): string {
  const { why, count, cents, until, decides, reasons, problem, refusal } = wait
  const day = until === null ? '' : formatDate(until, locale)
  const isWaiting = (waitReasons as readonly string[]).includes(why)
  const sum = cents === null ? null : formatCents(cents, locale)
  const amount = sum !== null && count > 1 ? t('why.several', { amount: sum, count }) : sum
  const head = isWaiting
    ? headOf(amount, why === 'bank-late' ? '' : day, t)
    : amount && t('why.amount', { amount })
  const clause = t(`why.${why}`, {
    day,
    reasons: reasons.join(' '),
    problem: problem ?? '',
    refusal: refusal ?? '',
  })
  const who = isWaiting
    ? decides === 'nobody'
      ? t('why.byItself')
      : t('why.decides', { who: t(`decides.${decides}`) })
    : ''
  return [head, clause, who].filter(Boolean).join(' ')
}

function headOf(amount: string | null, day: string, t: Translate<'consolePeople'>): string {
  if (amount === null) return day && t('why.until', { day })
  return day ? t('why.waitsUntil', { amount, day }) : t('why.waits', { amount })
}
