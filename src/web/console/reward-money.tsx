import { accountWord, eventWord } from '../../contract/ledger-words.ts'
import { bankStatus } from '../../domain/payout.ts'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import { Money } from '../ui/money.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { MoneyWay } from './money-way-link.tsx'
import type { RewardFound } from './reward-state.tsx'
import { VoucherFacts } from './reward-voucher.tsx'

/** Where a reward's money went: payments with the bank's last answer, and the ledger's postings, which add up to zero. */
export function RewardMoney({ found }: { found: RewardFound }) {
  const { locale } = usePage()
  const t = useTexts('consoleRewards')
  const { payments, postings, takenAs } = found
  const events = Map.groupBy(postings, ({ at, event }) => `${at} ${event}`)
  // What is no status of a report says nothing by itself: a line of the statement, or our own word.
  const sayStatus = (status: string) => {
    const said = bankStatus(status)
    if (said === 'unknown') return null
    return t('payment.bank', { said: t(`payment.bank.${said}`), status })
  }
  const sum = postings.reduce((all, { cents }) => all + cents, 0)
  return (
    <>
      <RecordPart title={t('payments')}>
        {payments.length > 0 ? null : takenAs === 'voucher' ? (
          <VoucherFacts found={found} />
        ) : (
          <p className="text-muted">
            {t(takenAs === 'set-off' ? 'payments.set-off' : 'paymentsNone')}
          </p>
        )}
        <ul className="grid gap-3">
          {payments.map((one) => (
            <li key={one.endToEndId} className="wrap-anywhere">
              <p>
                <strong>{formatCents(one.cents, locale)}</strong> · {t(`payment.${one.state}`)}
                {one.settledAt ? ` ${formatDateTime(one.settledAt, locale)}` : ''}
              </p>
              <p className="text-muted">
                {t('payment.batch', {
                  batch: one.batch,
                  day: formatDate(one.executionOn, locale),
                  iban: one.ibanEnd,
                })}
              </p>
              {one.bankStatus ? (
                <p className="text-muted">
                  {sayStatus(one.bankStatus)} {one.bankReason}
                </p>
              ) : null}
              <p className="text-muted">{one.endToEndId}</p>
            </li>
          ))}
        </ul>
      </RecordPart>
      <RecordPart title={t('postings')}>
        <MoneyWay reward={found.id} />
        <ul className="grid gap-2">
          {[...events.values()].map((both) => (
            <li key={`${both[0]!.at} ${both[0]!.event}`}>
              <p>
                {eventWord(both[0]!.event, locale)}{' '}
                <span className="text-muted">{formatDateTime(both[0]!.at, locale)}</span>
              </p>
              <dl className="grid grid-cols-[minmax(0,1fr)_max-content] gap-x-4 text-[0.9375rem] leading-5">
                {both.map(({ account, cents }, at) => (
                  <div key={at} className="contents">
                    <dt className="text-muted">{accountWord(account, locale)}</dt>
                    <dd className="text-right">
                      <Money cents={cents} />
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
        <p className="mt-2 flex justify-between gap-4 border-t border-hairline pt-2 font-semibold">
          {t('posting.sum')} <Money cents={sum} />
        </p>
      </RecordPart>
    </>
  )
}
