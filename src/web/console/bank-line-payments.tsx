import { useParams } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { RecordPart } from '../ui/record-panel.tsx'
import { TextLink } from '../ui/text-link.tsx'
import type { BankLineFound } from './bank-line-words.tsx'
import { MoneyWay } from './money-way-link.tsx'

/** The payments that a line is of, and who said and confirmed that they came back. */
export function LinePayments({ found }: { found: BankLineFound }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleBankLines')
  const { payments, paymentCount } = found
  if (payments.length === 0) return null
  const withReason = (text: string, reason: string | null) => (reason ? `${text}: ${reason}` : text)
  return (
    <RecordPart title={t('payments')}>
      <ul className="grid gap-3">
        {payments.map((one) => (
          <li key={one.id} className="wrap-anywhere">
            <p>
              {t('payment', { amount: formatCents(one.cents, locale), id: one.endToEndId })}{' '}
              {one.reward ? (
                <TextLink page="ConsoleRewards" values={{ mandant, praemie: one.reward }} inText>
                  {t('toReward')}
                </TextLink>
              ) : null}{' '}
              {one.reward ? <MoneyWay reward={one.reward} /> : null}
            </p>
            <p className="text-muted">
              {[
                one.isReturn && t('returned', { reasons: one.reasons ?? t('noReason') }),
                one.feeCents > 0 && t('fee', { amount: formatCents(one.feeCents, locale) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {one.proposedAt ? (
              <p className="text-muted">
                {withReason(
                  t('saidBy', {
                    person: one.proposedBy ?? t('somebody'),
                    time: formatDateTime(one.proposedAt, locale),
                  }),
                  one.proposedReason,
                )}
              </p>
            ) : null}
            {one.decidedAt ? (
              <p className="text-muted">
                {withReason(
                  t(one.decidedBy ? 'confirmedBy' : 'confirmedByBank', {
                    person: one.decidedBy ?? '',
                    time: formatDateTime(one.decidedAt, locale),
                  }),
                  one.decidedReason,
                )}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {paymentCount > payments.length ? (
        <p className="text-muted">{t('andMore', { count: paymentCount - payments.length })}</p>
      ) : null}
    </RecordPart>
  )
}
