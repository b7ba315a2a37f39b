import { Download } from 'lucide-react'
import { useMemo } from 'react'
import type { invoiceOrders, listInvoices } from '../../contract/agentur-rechnungen.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { invoiceWords } from '../../contract/state-words.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Money } from '../ui/money.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { formatDay } from '../ui/table/format-day.ts'
import {
  knownOf,
  readTable,
  tableValues,
  type TableQuery,
  type TableSpec,
} from '../ui/table/table-address.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import { formatMonth } from './format-month.ts'

type Invoices = AnswerOf<typeof listInvoices>
type Invoice = Invoices['invoices'][number]
export type InvoiceSort = (typeof invoiceOrders)[number]

const statuses = ['offen', 'ueberfaellig', 'ausgeglichen', 'bezahlt'] as const
export const invoiceTones = {
  offen: 'waits',
  ueberfaellig: 'bad',
  ausgeglichen: 'neutral',
  bezahlt: 'ok',
} as const
const spec: TableSpec = {
  sorts: ['Datum', 'Nummer', 'Monat', 'FaelligAm', 'Gesamt', 'Status'] satisfies InvoiceSort[],
  fallsFirst: ['Datum', 'Nummer', 'Monat', 'FaelligAm', 'Gesamt'],
  filters: ['status'],
}

export const readInvoices = (request: Request) => readTable(new URL(request.url).searchParams, spec)
export const statusIn = (query: TableQuery) => knownOf(query, 'status', statuses)

/** Invoices and corrections with their files; negative ones credit earlier invoices. */
export function InvoiceList({
  query,
  list,
  open,
}: {
  query: TableQuery
  list: Invoices
  open: string | undefined // the open document
}) {
  const { locale, tenant } = usePage()
  const t = useTexts('agencyMoney')
  return (
    <DataTable
      title={useTexts('agency')('nav.invoices')}
      page="AgencyInvoices"
      spec={spec}
      query={query}
      columns={useColumns()}
      rows={list.invoices}
      total={list.totalCount}
      pageCount={list.pageCount}
      sum={{ label: t('invoices.sum'), cents: list.cents }}
      idOf={({ id }) => id}
      nameOf={({ kind, number }) => t(`invoices.kind.${kind}`, { number })}
      link={({ id }) => ({ page: 'AgencyInvoice', values: { nummer: id } })}
      record={
        open
          ? { id: open, close: { page: 'AgencyInvoices', values: tableValues(query, spec) } }
          : null
      }
      searchHint={t('invoices.searchHint')}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          title: t('invoices.status'),
          choices: statuses.map((value) => ({ value, title: invoiceWords[value][locale] })),
        },
      ]}
      none={{
        title: t('invoices.noneTitle'),
        text: t('invoices.noneText'),
        action: (
          <PageLink page="AgencyCosts" className={controlClass()}>
            {t('invoices.noneLink')}
          </PageLink>
        ),
      }}
      tools={
        <a
          href={fileHref(tenant.code, query)}
          download
          aria-label={t('invoices.file')}
          className={controlClass()}
        >
          <Download aria-hidden="true" className="size-4" />
          CSV
        </a>
      }
    />
  )
}

function fileHref(tenant: string, query: TableQuery): string {
  const values = new URLSearchParams({ OrderBy: query.sort, Descending: String(query.descending) })
  for (const status of query.filters['status'] ?? []) values.append('status', status)
  if (query.search) values.set('Suche', query.search)
  return `/api/v1/${tenant}/agentur-konto/rechnungen/csv?${values}`
}

/** Parts of a credit are negative, as its sum is; zero stays unsigned. */
export const signed = ({ kind }: Invoice, cents: number) => (kind === 'credit' ? 0 - cents : cents)

function useColumns(): TableColumn<Invoice>[] {
  const { locale } = usePage()
  const t = useTexts('agencyMoney')
  return useMemo(() => {
    const day = (iso: string | null) => (iso === null ? null : formatDay(iso, locale))
    const money = (id: string, title: string, centsOf: (row: Invoice) => number) =>
      ({
        id,
        title,
        kind: 'money',
        priority: 4,
        cell: (row) => <Money cents={signed(row, centsOf(row))} />,
      }) satisfies TableColumn<Invoice>
    return [
      { id: 'number', title: t('invoices.number'), sort: 'Nummer', cell: ({ number }) => number },
      {
        id: 'month',
        title: t('invoices.month'),
        sort: 'Monat',
        priority: 3,
        cell: ({ month }) => formatMonth(month, locale),
      },
      {
        id: 'status',
        title: t('invoices.status'),
        kind: 'state',
        sort: 'Status',
        card: 'state',
        cell: ({ status }) => (
          <StateBadge tone={invoiceTones[status]} text={invoiceWords[status][locale]} />
        ),
      },
      {
        id: 'issuedOn',
        title: t('invoices.date'),
        kind: 'date',
        sort: 'Datum',
        priority: 3,
        cell: ({ issuedOn }) => day(issuedOn),
      },
      {
        id: 'dueOn',
        title: t('invoices.due'),
        kind: 'date',
        sort: 'FaelligAm',
        card: 'date',
        isNamed: true,
        cell: ({ kind, dueOn }) => (kind === 'credit' ? null : day(dueOn)),
      },
      {
        id: 'paidOn',
        title: t('invoices.paid'),
        kind: 'date',
        priority: 3,
        cell: ({ paidOn }) => day(paidOn),
      },
      {
        ...money('total', t('invoices.total'), (row) => row.totalCents),
        sort: 'Gesamt',
        priority: 1,
        card: 'amount',
      },
      money('open', t('invoices.left'), (row) => row.openCents),
      {
        id: 'files',
        title: t('invoices.files'),
        card: 'acts',
        cell: (row) => <Files invoice={row} />,
      },
      money('rewards', t('sum.rewards'), (row) => row.rewardCents),
      money('fee', t('sum.feesShort'), (row) => row.feeCents),
      money('vat', t('sum.vatShort'), (row) => row.vatCents),
      {
        id: 'corrections',
        title: t('invoices.corrections'),
        priority: 2,
        card: 'fact',
        cell: (row) => <Corrections invoice={row} />,
      },
    ]
  }, [t, locale])
}

function Corrections({ invoice: { corrects, correctedBy } }: { invoice: Invoice }) {
  const t = useTexts('agencyMoney')
  const to = (numbers: readonly string[], words: string) =>
    numbers.length === 0 ? null : (
      <span>
        {words}{' '}
        {numbers.map((number, index) => (
          <span key={number}>
            {index > 0 ? ', ' : null}
            <PageLink
              page="AgencyInvoices"
              values={{ suche: number }}
              preventScrollReset
              className="dt-link whitespace-nowrap"
            >
              {number}
            </PageLink>
          </span>
        ))}
      </span>
    )
  return to(corrects, t('invoices.corrects')) ?? to(correctedBy, t('invoices.correctedBy'))
}

export function Files({ invoice: { id, number } }: { invoice: Invoice }) {
  const { tenant } = usePage()
  const t = useTexts('agencyMoney')
  return (
    <span className="flex gap-2">
      {(['pdf', 'xml'] as const).map((ending) => (
        <a
          key={ending}
          href={`/api/v1/${tenant.code}/agentur-konto/rechnungen/${id}/${ending}`}
          download
          aria-label={t(`invoices.${ending}Full`, { number })}
          className={controlClass()}
        >
          {t(`invoices.${ending}`)}
        </a>
      ))}
    </span>
  )
}
