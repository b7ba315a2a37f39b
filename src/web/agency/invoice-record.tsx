import { useSearchParams } from 'react-router'
import type { showInvoiceRecord } from '../../contract/agentur-rechnungen.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { invoiceWords } from '../../contract/state-words.ts'
import { valuesIn } from '../runtime/href.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { EventList } from '../ui/event-list.tsx'
import { Money } from '../ui/money.tsx'
import { RecordPanel, RecordPart } from '../ui/record-panel.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { formatDay } from '../ui/table/format-day.ts'
import { formatMonth } from './format-month.ts'
import { Files, invoiceTones, signed } from './invoice-list.tsx'
import { recordTarget } from './load-record.ts'

export type InvoiceRecord = AnswerOf<typeof showInvoiceRecord>

export function InvoicePanel({ record }: { record: InvoiceRecord }) {
  const { locale } = usePage()
  const t = useTexts('agencyMoney')
  const [search] = useSearchParams()
  const { invoice, reference, lines, related } = record
  const day = (iso: string | null) => (iso === null ? null : formatDay(iso, locale))
  const money = (cents: number) => <Money cents={signed(invoice, cents)} />
  const linesTitle = t(invoice.kind === 'credit' ? 'record.takesBack' : 'record.bills')
  return (
    <RecordPanel
      title={t(`invoices.kind.${invoice.kind}`, { number: invoice.number })}
      state={
        <StateBadge
          tone={invoiceTones[invoice.status]}
          text={invoiceWords[invoice.status][locale]}
        />
      }
      close={{ page: 'AgencyInvoices', values: valuesIn(search) }}
      facts={[
        [t('invoices.month'), formatMonth(invoice.month, locale)],
        [t('invoices.date'), day(invoice.issuedOn)],
        [t('invoices.due'), invoice.kind === 'credit' ? null : day(invoice.dueOn)],
        [t('invoices.paid'), day(invoice.paidOn)],
        [t('record.reference'), reference],
        [t('sum.rewards'), money(invoice.rewardCents)],
        [t('sum.feesShort'), money(invoice.feeCents)],
        [t('sum.vatShort'), money(invoice.vatCents)],
        [
          t('invoices.total'),
          <strong key="total" className="font-semibold">
            {money(invoice.totalCents)}
          </strong>,
        ],
        [
          t('invoices.left'),
          invoice.openCents === invoice.totalCents ? null : money(invoice.openCents),
        ],
      ]}
    >
      {invoice.status === 'ausgeglichen' ? <p className="dt-hint">{t('record.settled')}</p> : null}
      <div className="mt-3">
        <Files invoice={invoice} />
      </div>
      {related.length > 0 ? (
        <RecordPart
          title={t(invoice.kind === 'credit' ? 'invoices.corrects' : 'invoices.correctedBy')}
        >
          <ul className="record-rows">
            {related.map(({ id, number, kind, totalCents }) => (
              <li key={id}>
                <PageLink page="AgencyInvoice" values={{ nummer: id }} className="dt-link">
                  {t(`invoices.kind.${kind}`, { number })}
                </PageLink>
                <Money cents={kind === 'credit' ? 0 - totalCents : totalCents} />
              </li>
            ))}
          </ul>
        </RecordPart>
      ) : null}
      <RecordPart title={linesTitle}>
        <ul className="record-rows">
          {lines.map((line) => (
            <li key={`${line.order} ${line.beneficiary}`}>
              <span className="min-w-0">
                <PageLink
                  {...recordTarget('auftraege', line.order)}
                  className="dt-link wrap-anywhere"
                >
                  {line.number}
                </PageLink>
                <span className="block text-muted">
                  {[
                    line.referrer ?? t('record.nobody'),
                    line.beneficiary === 'Empfaenger' ? t('record.forContact') : [],
                    t(`record.${line.event}`, { day: formatDay(line.day, locale) }),
                  ]
                    .flat()
                    .join(' · ')}
                </span>
              </span>
              <span className="ml-auto text-right">
                {money(line.rewardCents)}
                {line.feeCents === 0 ? null : (
                  <span className="block text-muted">
                    {t('record.fee')} {money(line.feeCents)}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
        {record.isCut ? (
          <p className="dt-hint">{t('record.cut', { count: lines.length })}</p>
        ) : null}
      </RecordPart>
      <RecordPart title={t('record.story')}>
        <EventList
          label={t('record.story')}
          events={record.events.map(({ at, step, number, paidOn, by }) => ({
            at,
            title: t(`step.${step}`, { number: number ?? '', day: day(paidOn) ?? '' }),
            who: by && t(`by.${by}`),
          }))}
        />
      </RecordPart>
    </RecordPanel>
  )
}
