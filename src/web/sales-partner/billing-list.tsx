import { useMemo } from 'react'
import type { PageContext } from '../../contract/page-context.ts'
import { formatMonth } from '../agency/format-month.ts'
import { callApi } from '../runtime/api.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { Money } from '../ui/money.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { formatDay } from '../ui/table/format-day.ts'
import { knownOf, tableValues, type TableSpec } from '../ui/table/table-address.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import { NoteFiles, Payment, signed, type Note, type Waits } from './note-words.tsx'
import { noRows, readList } from './partner-list.tsx'

const kinds = ['self-billed', 'self-billed-credit'] as const
const sorts = ['Datum', 'Nummer', 'Gesamt'] as const
const spec: TableSpec = { sorts, fallsFirst: ['Datum', 'Nummer', 'Gesamt'], filters: ['art'] }

/** The list by the address; the sums of what is open ignore filters. */
export async function loadNotes(page: PageContext, request: Request) {
  const query = readList(request, spec)
  const { sort, descending, search, pageSize } = query
  const state = knownOf(query, 'art', kinds)
  const list = await callApi(page, 'listPartnerNotes', {
    body: {
      orderBy: sort as (typeof sorts)[number],
      descending,
      page: query.page,
      pageSize,
      filter: { ...(search ? { search } : {}), ...(state?.length ? { state } : {}) },
    },
  })
  // Only unknown kinds are asked for, so there is no row.
  const none = { ...noRows, sums: { ...list.sums, netCents: 0, vatCents: 0, totalCents: 0 } }
  return { query, list: state === null ? none : list }
}

type Loaded = Awaited<ReturnType<typeof loadNotes>>

export function BillingList({
  loaded: { query, list },
  nextNoteOn,
  waits,
  open,
}: {
  loaded: Loaded
  nextNoteOn: string
  waits: Waits
  open: string | undefined // the open document
}) {
  const { locale } = usePage()
  const t = useTexts('salesPartner')
  return (
    <DataTable<Note>
      title={t('nav.billing')}
      page="SalesPartnerBilling"
      spec={spec}
      query={query}
      columns={useColumns(waits)}
      rows={list.rows}
      total={list.totalCount}
      pageCount={list.pageCount}
      sum={{ label: t('billing.sum'), cents: list.sums.totalCents }}
      idOf={({ id }) => id}
      nameOf={({ kind, number }) => t(`billing.kind.${kind}`, { number })}
      link={({ id }) => ({ page: 'SalesPartnerNote', values: { nummer: id } })}
      record={
        open
          ? { id: open, close: { page: 'SalesPartnerBilling', values: tableValues(query, spec) } }
          : null
      }
      searchHint={t('billing.search')}
      filters={[
        {
          kind: 'choice',
          name: 'art',
          title: t('billing.type'),
          choices: kinds.map((value) => ({ value, title: t(`billing.name.${value}`) })),
        },
      ]}
      none={{
        title: t('billing.none'),
        text: t('billing.noneText', { date: formatDate(nextNoteOn, locale) }),
        action: (
          <PageLink page="SalesPartnerCommissions" className={controlClass()}>
            {t('billing.toCommissions')}
          </PageLink>
        ),
      }}
    />
  )
}

function useColumns(waits: Waits): TableColumn<Note>[] {
  const { locale } = usePage()
  const t = useTexts('salesPartner')
  return useMemo(() => {
    const money = (id: string, title: string, centsOf: (note: Note) => number) =>
      ({
        id,
        title,
        kind: 'money',
        cell: (note) => <Money cents={signed(note, centsOf(note))} />,
      }) satisfies TableColumn<Note>
    return [
      { id: 'number', title: t('billing.number'), sort: 'Nummer', cell: ({ number }) => number },
      {
        id: 'kind',
        title: t('billing.type'),
        priority: 3,
        cell: ({ kind }) => t(`billing.name.${kind}`),
      },
      {
        id: 'month',
        title: t('billing.month'),
        priority: 3,
        cell: ({ month }) => formatMonth(month, locale),
      },
      {
        id: 'issuedOn',
        title: t('billing.date'),
        kind: 'date',
        sort: 'Datum',
        priority: 2,
        card: 'date',
        cell: ({ issuedOn }) => formatDay(issuedOn, locale),
      },
      {
        id: 'payment',
        title: t('billing.payment'),
        card: 'fact',
        // Long words wrap before the list scrolls sideways.
        cell: (note) => (
          <span className="block md:min-w-56 md:whitespace-normal">
            <Payment note={note} waits={waits} />
          </span>
        ),
      },
      {
        ...money('total', t('billing.total'), (note) => note.totalCents),
        sort: 'Gesamt',
        card: 'amount',
      },
      {
        id: 'files',
        title: t('billing.files'),
        priority: 2,
        card: 'acts',
        cell: (note) => <NoteFiles note={note} />,
      },
      { ...money('net', t('billing.net'), (note) => note.netCents), priority: 3 },
      { ...money('vat', t('billing.vat'), (note) => note.vatCents), priority: 3 },
    ]
  }, [t, locale, waits])
}
