import { useParams } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatCount } from '../ui/format-count.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { RecordPart } from '../ui/record-panel.tsx'
import { StateBadge, type Tone } from '../ui/state-badge.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { ibanOf, PayeeLink } from './payee.tsx'
import type { Payout } from './payout-state.tsx'

/** Below the page's list. */
export const listPlace = 'payments'

/** What a bank clerk would look at: each finding leads to its payments. */
export function PayoutChecks({ payout }: { payout: Payout }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consolePayouts')
  const { checks } = payout
  const found = [
    { kind: 'changed', count: checks.changed, tone: 'bad', isListed: false },
    { kind: 'geaendert', count: checks.freshAccounts, tone: 'bad', isListed: true },
    { kind: 'geteilt', count: checks.sharedAccounts, tone: 'bad', isListed: true },
    { kind: 'ausland', count: checks.foreignAccounts, tone: 'held', isListed: true },
    { kind: 'neu', count: checks.newAccounts, tone: 'waits', isListed: true },
    { kind: 'firstPayments', count: checks.firstPayments, tone: 'neutral', isListed: false },
  ] as const satisfies { kind: string; count: number; tone: Tone; isListed: boolean }[]
  const clear = found.filter(({ count }) => count === 0).map(({ kind }) => t(`kind.${kind}`))
  return (
    <RecordPart title={t('checks')}>
      <ul className="record-rows">
        {found
          .filter(({ count }) => count > 0)
          .map(({ kind, count, tone, isListed }) => {
            const shown = formatCount(count, locale)
            const said = t(`checks.${kind}`, { count, shown })
            return (
              <li key={kind}>
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {isListed ? (
                    <TextLink
                      page="ConsolePayout"
                      values={{ mandant, auszahlung: payout.id, art: kind }}
                      place={listPlace}
                      inText
                    >
                      {said}
                    </TextLink>
                  ) : (
                    said
                  )}
                </span>
                <StateBadge tone={tone} text={shown} />
              </li>
            )
          })}
      </ul>
      {checks.seenAt ? (
        <p className="dt-hint mt-2">
          {t('checks.seenAt', { at: formatDateTime(checks.seenAt, locale) })}
        </p>
      ) : null}
      {(payout.state === 'offen' || checks.seenAt) && clear.length > 0 ? (
        <p className="dt-hint mt-2">{t('checks.clear', { kinds: clear.join(', ') })}</p>
      ) : null}
      <Sums payout={payout} />
    </RecordPart>
  )
}

/** The sum beside those before: in words, and as bars from nought. */
function Sums({ payout }: { payout: Payout }) {
  const { locale } = usePage()
  const t = useTexts('consolePayouts')
  const before = payout.checks.lastCents
  const [last] = before
  if (!last) return <p className="mt-3">{t('checks.first')}</p>
  const percent = Math.round((100 * (payout.cents - last)) / last)
  const most = Math.max(payout.cents, ...before)
  const rows = [
    [t('checks.this'), payout.cents] as const,
    ...before.map((cents, at) => [t('checks.before', { count: at + 1 }), cents] as const),
  ]
  return (
    <>
      <p className="mt-3">
        {percent === 0
          ? t('checks.same')
          : t(percent > 0 ? 'checks.more' : 'checks.less', {
              percent: formatCount(Math.abs(percent), locale),
            })}
      </p>
      <ul aria-label={t('checks.sums')} className="record-rows mt-2">
        {rows.map(([name, cents]) => (
          <li key={name}>
            <span className="text-muted">{name}</span>
            <span className="dt-number">{formatCents(cents, locale)}</span>
            <span aria-hidden="true" className="flex w-full">
              <span
                className="h-1.5 rounded bg-primary"
                style={{ width: `${Math.max(1, (100 * cents) / most)}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

export function LargestPayments({ payout }: { payout: Payout }) {
  const { locale } = usePage()
  const t = useTexts('consolePayouts')
  const { largest } = payout.checks
  if (largest.length === 0) return null
  return (
    <RecordPart title={t('largest')}>
      <ul className="record-rows">
        {largest.map((payment) => (
          <li key={payment.id}>
            <span className="min-w-0 wrap-anywhere">
              <PayeeLink payee={payment} />
            </span>
            <span className="flex flex-wrap items-center gap-x-3">
              <span className="text-muted">{ibanOf(payment, t)}</span>
              <span className="dt-number">{formatCents(payment.cents, locale)}</span>
            </span>
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}
