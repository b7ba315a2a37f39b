import { wire } from 'virtual:wire-office'
import { useMemo } from 'react'
import { useLoaderData, useParams } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { sellerStateWords } from '../../contract/console-words.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { SellerKind } from '../../domain/seller.ts'
import { addCalls, callApi } from '../runtime/api.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatDate, localDayOf } from '../ui/format-date.ts'
import { StateBadge } from '../ui/state-badge.tsx'
import { knownOf, type TableSpec } from '../ui/table/table-address.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import { ConsoleList, nothing, pageAndOrder, readList } from './console-list.tsx'
import { askFile, csvHref } from './list-file.tsx'
import { loadViews } from './list-views.tsx'

addCalls(wire)

type List = AnswerOf<Endpoints['listConsoleAgencies']>
type Row = List['rows'][number]

export const sellerPages = {
  agency: { list: 'ConsoleAgencies', record: 'ConsoleAgency', id: 'agentur', title: 'agencies' },
  'sales-partner': {
    list: 'ConsolePartners',
    record: 'ConsolePartner',
    id: 'partner',
    title: 'partners',
  },
} as const

const spec: TableSpec = {
  sorts: ['stand', 'name', 'nummer', 'seit'],
  fallsFirst: ['seit'],
  filters: ['status', 'auffaellig', 'bestaetigt'],
}
const sorts = { stand: 'Stand', name: 'Name', nummer: 'Nummer', seit: 'Seit' } as const

export async function loadSellers(asked: LoaderFunctionArgs, kind: SellerKind) {
  const { page, tenant, query } = readList(asked, spec)
  const state = knownOf(query, 'status', sellerStateWords)
  const unusual = knownOf(query, 'auffaellig', ['ja'] as const)
  const confirmed = knownOf(query, 'bestaetigt', ['ja'] as const)
  const body = {
    ...pageAndOrder(query, sorts),
    filter: {
      ...(query.search ? { search: query.search } : {}),
      ...(state && state.length > 0 ? { state } : {}),
      ...(unusual && unusual.length > 0 ? { unusual: unusual[0] } : {}),
      ...(confirmed && confirmed.length > 0 ? { confirmed: confirmed[0] } : {}),
    },
  }
  const [views, list] = await Promise.all([
    loadViews(asked, sellerPages[kind].list),
    state === null || unusual === null || confirmed === null
      ? { ...nothing, counts: [] }
      : kind === 'agency'
        ? callApi(page, 'listConsoleAgencies', { tenant, body })
        : callApi(page, 'listConsolePartners', { tenant, body }),
  ])
  return { views, list, query }
}

const tones = { wartet: 'waits', aktiv: 'ok', inaktiv: 'held', geschlossen: 'neutral' } as const

export function SellerState({ state }: Pick<Row, 'state'>) {
  const t = useTexts('consoleSellers')
  return <StateBadge tone={tones[state]} text={t(`state.${state}`)} />
}

export function SellersList({ kind }: { kind: SellerKind }) {
  const { views, list, query } = useLoaderData<Awaited<ReturnType<typeof loadSellers>>>()
  const { locale, now } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleSellers')
  const columns = useMemo(() => columnsFor(t, locale, now), [t, locale, now])
  const { list: page, record, id: param, title } = sellerPages[kind]
  const state = knownOf(query, 'status', sellerStateWords)
  const unusual = knownOf(query, 'auffaellig', ['ja'] as const)
  const confirmed = knownOf(query, 'bestaetigt', ['ja'] as const)
  const asked = {
    ...(unusual?.[0] ? { unusual: unusual[0] } : {}),
    ...(confirmed?.[0] ? { confirmed: confirmed[0] } : {}),
    ...(state && state.length > 0 ? { state } : {}),
    ...askFile(query, { first: 'name', sorts, locale }),
  }
  const file =
    state &&
    unusual &&
    confirmed &&
    (kind === 'agency'
      ? csvHref(mandant, 'showAgenciesFile', asked)
      : csvHref(mandant, 'showPartnersFile', asked))
  const countOf = (one: Row['state']) => list.counts.find(({ state: of }) => of === one)?.count ?? 0
  return (
    <ConsoleList
      title={t(title)}
      page={page}
      views={views}
      list={list}
      file={file}
      spec={spec}
      query={query}
      columns={columns}
      nameOf={({ name }) => name}
      link={({ id }) => ({ page: record, values: { mandant, [param]: id } })}
      searchHint={t('search')}
      filters={[
        {
          name: 'status',
          title: t('state'),
          kind: 'choice',
          choices: sellerStateWords.map((value) => ({
            value,
            title: t('stateCount', { state: t(`state.${value}`), count: countOf(value) }),
          })),
        },
        {
          name: 'auffaellig',
          title: t('unusual'),
          kind: 'choice',
          choices: [{ value: 'ja', title: t('unusual.only') }],
        },
        {
          name: 'bestaetigt',
          title: t('confirmed'),
          kind: 'choice',
          choices: [{ value: 'ja', title: t('confirmed.only') }],
        },
      ]}
      none={{ title: t(`${title}.none`), text: t(`${title}.noneText`) }}
    />
  )
}

const dayMs = 24 * 60 * 60 * 1_000

/** How long somebody waits, in whole days. */
export function ageOf(t: Translate<'consoleSellers'>, since: string, now: string): string {
  const days = Math.floor((Date.parse(now) - Date.parse(since)) / dayMs)
  return days < 1 ? t('age.today') : t('age.days', { count: days })
}

const columnsFor = (
  t: Translate<'consoleSellers'>,
  locale: 'de' | 'en',
  now: string,
): TableColumn<Row>[] => [
  {
    id: 'name',
    title: t('name'),
    sort: 'name',
    cell: ({ name }) => <span className="dt-cut">{name}</span>,
  },
  {
    id: 'state',
    title: t('state'),
    kind: 'state',
    sort: 'stand',
    card: 'state',
    cell: ({ state }) => <SellerState state={state} />,
  },
  {
    id: 'age',
    title: t('age'),
    card: 'date',
    has: ({ state }) => state === 'wartet',
    cell: ({ state, registeredAt }) => (state === 'wartet' ? ageOf(t, registeredAt, now) : null),
  },
  {
    id: 'number',
    title: t('number'),
    sort: 'nummer',
    card: 'fact',
    cell: ({ number }) => number,
  },
  {
    id: 'unusual',
    title: t('unusual'),
    has: ({ unusual }) => unusual.length > 0,
    cell: ({ unusual }) =>
      unusual.length === 0 ? null : (
        <StateBadge tone="held" text={unusual.map((one) => t(`unusual.${one}`)).join(', ')} />
      ),
  },
  { id: 'place', title: t('place'), priority: 2, cell: ({ place }) => place },
  {
    id: 'confirmed',
    title: t('confirmed'),
    priority: 2,
    cell: ({ isConfirmed }) => t(isConfirmed ? 'confirmed.yes' : 'confirmed.no'),
  },
  {
    id: 'since',
    title: t('since'),
    kind: 'date',
    sort: 'seit',
    priority: 3,
    cell: ({ registeredAt }) => formatDate(localDayOf(registeredAt), locale),
  },
  {
    id: 'stateSince',
    title: t('stateSince'),
    kind: 'date',
    priority: 3,
    cell: ({ stateSince }) => formatDate(localDayOf(stateSince), locale),
  },
]
