import type { ReportName } from '../../contract/agentur-berichte.ts'
import { stateWord } from '../../contract/state-words.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { Translate } from '../runtime/texts.ts'
import { Money } from '../ui/money.tsx'
import type { Emptied } from '../ui/row.tsx'
import { StateBadge, type Tone } from '../ui/state-badge.tsx'
import { formatDay } from '../ui/table/format-day.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import type { Column } from './read-report.ts'

export type ReportRow = {
  id: string
  number: string | null
  day: string
  status: string
  referrer: string | null
  contact: string | null
  beneficiary: 'Empfehler' | 'Empfaenger' | null
  product: string | null
  employee: string | null
  cents: number | null
  counts: boolean
  isReleasable: boolean
  expectedCents: number | null
  feeCents: number | null
  refusal: string | null
  decision: { action: 'freigeben' | 'ablehnen'; until: string } | null
}

/** Without what a list's row only shows. */
export const emptiedReport: Emptied<ReportRow> = (row, words) => {
  const text = (word: string | null) => word && words.text(word)
  const cents = (amount: number | null) => amount && words.cents(amount)
  return {
    ...row,
    id: words.code(row.id),
    number: text(row.number),
    day: words.day(row.day),
    referrer: text(row.referrer),
    contact: text(row.contact),
    product: text(row.product),
    employee: text(row.employee),
    cents: cents(row.cents),
    expectedCents: cents(row.expectedCents),
    feeCents: cents(row.feeCents),
    refusal: text(row.refusal),
    decision: row.decision && { ...row.decision, until: '' },
  }
}

export type ReportPage = {
  rows: ReportRow[]
  hasNext: boolean
  pageCount: number
  totalCount: number
  sums?: { cents: number } | undefined
}

type ReportColumn = TableColumn<ReportRow>
type Words = { t: Translate<'agencyReports'>; locale: Locale }

const tones: Record<string, Tone> = {
  Freigegeben: 'ok',
  Gezahlt: 'ok',
  Ausgezahlt: 'ok',
  Aktiv: 'ok',
  Ok: 'ok',
  Angenommen: 'ok',
  Bestaetigt: 'waits',
  Bereitgestellt: 'waits',
  Abgeholt: 'waits',
  Storniert: 'bad',
  NichtAnerkannt: 'bad',
  Zurueckgefordert: 'bad',
}

/** The state with the reason of a refusal; instead the decision, while it can be undone. */
export function Status({ row, words: { t, locale } }: { row: ReportRow; words: Words }) {
  const { status, refusal, decision } = row
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 md:flex-nowrap">
      {decision ? (
        <StateBadge tone="held" text={t(`decision.${decision.action}`)} />
      ) : (
        <StateBadge tone={tones[status] ?? 'neutral'} text={stateWord(status, locale)} />
      )}
      {refusal === null ? null : (
        <span className="dt-why dt-cut text-muted" title={refusal}>
          {refusal}
        </span>
      )}
    </span>
  )
}

/** Lost amounts are struck through. A waiting order's expected amount has a mark that the sum explains. */
function Amount({ row, t }: { row: ReportRow; t: Words['t'] }) {
  const { expectedCents } = row
  if (expectedCents === null) return <Earned row={row} />
  return (
    <>
      <span aria-hidden="true" className="text-muted">
        ≈{' '}
      </span>
      <span className="sr-only">{t('expectedReward')} </span>
      <Money cents={expectedCents} />
    </>
  )
}

export function Earned({ row: { cents, counts } }: { row: ReportRow }) {
  if (!cents) return null
  return <Money cents={cents} className={counts ? '' : 'text-muted line-through'} />
}

const parts = {
  number: ({ t }: Words): ReportColumn => ({
    id: 'number',
    title: t('column.order'),
    cell: (row) => <span className="dt-number">{row.number ?? row.id}</span>,
  }),
  referral: ({ t }: Words): ReportColumn => ({
    id: 'number',
    title: t('column.referral'),
    cell: (row) => <span className="dt-number">{row.number ?? row.id}</span>,
  }),
  contact: ({ t }: Words): ReportColumn => ({
    id: 'contact',
    title: t('column.contact'),
    cell: (row) => row.contact ?? '–',
  }),
  referrer: ({ t }: Words): ReportColumn => ({
    id: 'referrer',
    title: t('column.referrer'),
    kind: 'person',
    sort: 'Empfehler',
    card: 'fact',
    cell: ({ referrer, beneficiary }) => (
      <>
        {referrer ? (
          <span className="dt-cut dt-person" title={referrer}>
            {referrer}
          </span>
        ) : (
          <span className="text-muted">{t('nobody')}</span>
        )}
        {beneficiary === 'Empfaenger' ? (
          <span className="dt-for text-muted"> · {t('record.for.Empfaenger')}</span>
        ) : null}
      </>
    ),
  }),
  product: ({ t }: Words): ReportColumn => ({
    id: 'product',
    title: t('column.product'),
    sort: 'Produkt',
    priority: 3,
    cell: ({ product }) =>
      product ? (
        <span className="dt-cut" title={product}>
          {product}
        </span>
      ) : null,
  }),
  status: (words: Words): ReportColumn => ({
    id: 'status',
    title: words.t('column.status'),
    kind: 'state',
    sort: 'Status',
    card: 'state',
    cell: (row) => <Status row={row} words={words} />,
  }),
  employee: ({ t }: Words): ReportColumn => ({
    id: 'employee',
    title: t('column.employee'),
    kind: 'person',
    sort: 'Mitarbeiter',
    priority: 3,
    cell: ({ employee }) =>
      employee ? (
        <span className="dt-cut dt-person" title={employee}>
          {employee}
        </span>
      ) : null,
  }),
  // Of a waiting order: the fee that its release would add to the reward.
  fee: ({ t }: Words): ReportColumn => ({
    id: 'fee',
    title: t('expectedFee'),
    kind: 'money',
    priority: 2,
    cell: ({ feeCents }) => (feeCents === null ? null : <Money cents={feeCents} />),
  }),
  cents: ({ t }: Words): ReportColumn => ({
    id: 'cents',
    title: t('column.reward'),
    kind: 'money',
    sort: 'Wert',
    card: 'amount',
    cell: (row) => <Amount row={row} t={t} />,
  }),
}

const day =
  (title: 'contractOn' | 'releasedOn' | 'createdOn' | 'acceptedOn' | 'since') =>
  ({ t, locale }: Words): ReportColumn => ({
    id: 'day',
    title: t(`column.${title}`),
    kind: 'date',
    sort: 'Datum',
    priority: 2,
    card: 'date',
    cell: (row) => formatDay(row.day, locale),
  })

const { number, referral, contact, referrer, product, status, employee, fee, cents } = parts
const columns: Record<ReportName, ((words: Words) => ReportColumn)[]> = {
  auftraege: [number, day('contractOn'), referrer, product, status, employee, fee, cents],
  praemien: [number, day('releasedOn'), referrer, product, status, employee, cents],
  empfehler: [referrer, day('since'), status, employee],
  empfehlungen: [referral, day('createdOn'), referrer, product, status, employee],
  leads: [contact, day('acceptedOn'), referrer, product, status, employee],
}

export const reportColumnsOf = (name: ReportName, words: Words): ReportColumn[] =>
  columns[name].map((make) => make(words))

const all: readonly Column[] = ['Datum', 'Empfehler', 'Produkt', 'Status', 'Mitarbeiter', 'Wert']
export const sortsOf: Record<ReportName, readonly Column[]> = {
  auftraege: all,
  praemien: all,
  empfehler: ['Datum', 'Empfehler', 'Status', 'Mitarbeiter'],
  empfehlungen: all.slice(0, -1),
  leads: all.slice(0, -1),
}

export const nameOfRow = (name: ReportName, row: ReportRow): string =>
  (name === 'empfehler' ? row.referrer : name === 'leads' ? row.contact : row.number) ?? row.id
