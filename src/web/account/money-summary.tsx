import type { ReactNode } from 'react'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { Money } from '../ui/money.tsx'
import type { Summary } from './summarise-referrals.ts'

/** What people come for: what was paid, what is on its way, and when it arrives. */
export function MoneySummary({ summary }: { summary: Summary }) {
  const { paidCents, comingCents, expectedCents, claimedBackCents, next, toCollect } = summary
  const { locale } = usePage()
  const t = useTexts('dashboard')
  let waiting = t('dash.nextWait')
  if (summary.atTheBank) waiting = t('dash.nextBank')
  else if (toCollect.length > 0) waiting = t('dash.nextCollect')
  else if (expectedCents > 0) waiting = t('dash.nextRelease')
  else if (summary.checking) waiting = t('dash.nextChecking')
  else if (summary.preparing) waiting = t('dash.nextPreparing')
  const paid =
    claimedBackCents > 0
      ? t('dash.paidClaimedBack', { amount: formatCents(claimedBackCents, locale) })
      : paidCents === 0
        ? t('dash.paidNone')
        : null
  const none = comingCents === 0 ? t('dash.comingNone') : null
  const expected =
    expectedCents === 0
      ? none
      : t('dash.comingExpected', { amount: formatCents(expectedCents, locale) })
  return (
    <dl className="grid gap-x-10 gap-y-5 border-t border-current/25 pt-6 md:grid-cols-3">
      <Figure label={t('dash.coming')} value={<Money cents={comingCents} />} note={expected} />
      <Figure
        label={t('dash.next')}
        value={next ? formatDate(next.on, locale) : '–'}
        note={next ? t('dash.nextText', { amount: formatCents(next.cents, locale) }) : waiting}
      />
      <Figure label={t('dash.paid')} value={<Money cents={paidCents} />} note={paid} />
    </dl>
  )
}

function Figure({ label, value, note }: { label: string; value: ReactNode; note: string | null }) {
  return (
    <div className="flex flex-col">
      <dt className="font-semibold">{label}</dt>
      <dd className="font-heading text-[length:min(1.875rem,var(--large))] leading-tight font-extrabold tabular-nums md:text-2xl lg:text-4xl">
        {value}
      </dd>
      {note ? <dd className="mt-1 text-base">{note}</dd> : null}
    </div>
  )
}
