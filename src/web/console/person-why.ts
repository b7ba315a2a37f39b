import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { waitReasons } from '../../domain/wait.ts'
import { formatCents } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { Translate } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'

export type Wait = AnswerOf<Endpoints['showPerson']>['first']

// Said as a whole: nothing is to come on a day.
const whole: readonly Wait['why'][] = ['due-late', 'claimed-back']

/** One sentence to read aloud: how much, until when, why and who decides. Never what a review found: it is about others, too. */
export function whySentence(wait: Wait, t: Translate<'consoleWhy'>, locale: Locale): string {
  const { why, count, cents, until, daysLate, collectBy, claimMonths, decides, problem, refusal } =
    wait
  const day = until === null ? '' : formatDate(until, locale)
  const isWaiting = (waitReasons as readonly string[]).includes(why)
  const sum = cents === null ? null : formatCents(cents, locale)
  const amount = sum !== null && count > 1 ? t('why.several', { amount: sum, count }) : sum
  const isPast = why === 'bank-late' || why === 'bank-back' || daysLate !== null
  const head = whole.includes(why)
    ? ''
    : isWaiting
      ? headOf(amount, isPast ? '' : day, t)
      : amount && t('why.amount', { amount })
  const { repayment } = wait
  const clause = t(clauseOf(wait), {
    day,
    amount: amount ?? '',
    count: daysLate ?? 0,
    months: claimMonths ?? 0,
    problem: problem ?? '',
    refusal: refusal ?? '',
    shop: wait.shop ?? '',
  })
  const reported =
    wait.reportedOn && t('why.reported', { day: formatDate(wait.reportedOn, locale) })
  const { kept } = wait
  const notReplaced = kept && t('why.kept', { day: formatDate(kept.on, locale), reason: kept.why })
  const who =
    isWaiting || reported
      ? decides === 'nobody'
        ? t('why.byItself')
        : t('why.decides', { who: t(`decides.${decides}`) })
      : ''
  const objection =
    wait.objection &&
    t(`why.objection.${wait.objection}`, {
      day: wait.objectBy === null ? '' : formatDate(wait.objectBy, locale),
    })
  const meanwhile = collectBy && t('why.collectBy', { day: formatDate(collectBy, locale) })
  return [
    head,
    clause.trim(),
    repayment && repaymentOf(repayment, t, locale),
    objection,
    reported,
    notReplaced,
    who,
    meanwhile,
  ]
    .filter(Boolean)
    .join(' ')
}

function clauseOf({ why, takenAs, repayment }: Wait) {
  if (repayment?.state === 'at-bank') return 'why.claimed-at-bank'
  if (takenAs === 'voucher' || takenAs === 'set-off') return `why.paid.${takenAs}` as const
  return `why.${why}` as const
}

/** What the mails about it said. */
function repaymentOf(
  { state, repaid, toldOn, setOffFrom, byItself, reference }: NonNullable<Wait['repayment']>,
  t: Translate<'consoleWhy'>,
  locale: Locale,
): string {
  if (state === 'at-bank') return ''
  if (repaid)
    return t('why.repay.repaid', {
      amount: formatCents(repaid.cents, locale),
      day: formatDate(repaid.paidOn, locale),
    })
  if (state === 'proposed') return t('why.repay.proposed')
  if (toldOn === null || setOffFrom === null) return t('why.repay.untold')
  const days = { day: formatDate(toldOn, locale), from: formatDate(setOffFrom, locale) }
  const told = t('why.repay.told', { ...days, reference: reference ?? '' })
  return `${told} ${t(byItself ? 'why.repay.setOff' : 'why.repay.maySetOff', days)}`
}

function headOf(amount: string | null, day: string, t: Translate<'consoleWhy'>): string {
  if (amount === null) return day && t('why.until', { day })
  return day ? t('why.waitsUntil', { amount, day }) : t('why.waits', { amount })
}
