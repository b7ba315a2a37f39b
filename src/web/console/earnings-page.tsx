import { useMemo } from 'react'
import { useLoaderData, useParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { earningLimits } from '../../contract/console-words.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { formatCents } from '../../domain/money.ts'
import { callApi } from '../runtime/api.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import type { PageTarget } from '../runtime/page-link.tsx'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { RecordPanel, RecordPart } from '../ui/record-panel.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { knownOf, type TableSpec } from '../ui/table/table-address.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import { TextLink } from '../ui/text-link.tsx'
import { backToList, ConsoleList, nothing, pageAndOrder, readList } from './console-list.tsx'
import { askFile, csvHref } from './list-file.tsx'
import { changeViews, loadViews } from './list-views.tsx'

const spec: TableSpec = {
  sorts: ['summe', 'zuletzt'],
  fallsFirst: ['summe', 'zuletzt'],
  filters: ['jahr', 'grenze'],
}
const sorts = { summe: 'WertCent', zuletzt: 'ZuletztAm' } as const
// Payments are kept for eight years at least; the demo’s clock may be ahead.
const years = Array.from({ length: 12 }, (_, at) =>
  String(Temporal.Now.plainDateISO('Europe/Berlin').year + 1 - at),
)

type Row = AnswerOf<Endpoints['listPeopleEarnings']>['rows'][number]
type Found = AnswerOf<Endpoints['showPersonEarnings']>

const filterOf = (asked: { years: string[]; limit: (typeof earningLimits)[number][] }) => ({
  ...(asked.years.length > 0 ? { years: asked.years } : {}),
  ...(asked.limit.length > 0 ? { limit: asked.limit } : {}),
})

export async function loader(asked: LoaderFunctionArgs) {
  const { page, tenant, search, query } = readList(asked, spec)
  const wanted = knownOf(query, 'jahr', years)
  const limit = knownOf(query, 'grenze', earningLimits)
  const id = search.get('person')
  const [views, list, found] = await Promise.all([
    loadViews(asked, 'ConsoleEarnings'),
    wanted === null || limit === null
      ? nothing
      : callApi(page, 'listPeopleEarnings', {
          tenant,
          body: { ...pageAndOrder(query, sorts), filter: filterOf({ years: wanted, limit }) },
        }),
    id === null ? null : callApi(page, 'showPersonEarnings', { tenant, params: { id } }),
  ])
  return { views, list, query, found }
}

export async function action(asked: ActionFunctionArgs) {
  const form = await asked.request.formData()
  return (
    (await changeViews(asked, form, 'ConsoleEarnings')) ??
    backToList(asked, 'ConsoleEarnings', spec, {})
  )
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleEarnings')('title'), robots: 'noindex' }
}

const titleOf = ({ name, year }: Pick<Row, 'name' | 'year'>, t: Translate<'consoleEarnings'>) =>
  t('row', { name: name ?? t('erased'), year })

export function Component() {
  const { views, list, query, found } = useLoaderData<typeof loader>()
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleEarnings')
  const columns = useMemo(() => columnsFor(t, locale), [t, locale])
  const wanted = knownOf(query, 'jahr', years)
  const limit = knownOf(query, 'grenze', earningLimits)
  const file =
    wanted &&
    limit &&
    csvHref(mandant, 'showPeopleEarningsFile', {
      ...filterOf({ years: wanted, limit }),
      ...askFile(query, { first: 'person', sorts, locale }),
    })
  return (
    <ConsoleList
      title={t('title')}
      page="ConsoleEarnings"
      parameter="person"
      views={views}
      list={list}
      spec={spec}
      query={query}
      columns={columns}
      sumLabel={t('sum')}
      nameOf={(row) => titleOf(row, t)}
      file={file}
      open={found}
      record={(open, close) => <EarningsRecord key={open.id} found={open} close={close} />}
      searchHint={null}
      filters={[
        {
          name: 'jahr',
          title: t('year'),
          kind: 'choice',
          choices: years.map((value) => ({ value, title: value })),
        },
        {
          name: 'grenze',
          title: t('limit'),
          kind: 'choice',
          choices: earningLimits.map((value) => ({ value, title: t(`limit.${value}`) })),
        },
      ]}
      none={{ title: t('none'), text: t('noneText') }}
    />
  )
}

/** What makes up one person's year. */
function EarningsRecord({ found, close }: { found: Found; close: PageTarget }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleEarnings')
  return (
    <RecordPanel
      title={titleOf(found, t)}
      state={found.isAtLimit ? <StateBadge tone="waits" text={t('atLimit')} /> : null}
      close={close}
      facts={[
        [t('sum'), formatCents(found.cents, locale)],
        [
          t('person'),
          found.person && (
            <TextLink
              key="person"
              page="ConsolePerson"
              values={{ mandant, person: found.person }}
              inText
            >
              {t('toPerson')}
            </TextLink>
          ),
        ],
      ]}
    >
      <p className="dt-hint mt-3">{t('limitText')}</p>
      <RecordPart title={t('entries')}>
        <ul>
          {found.entries.map((entry, at) => (
            <li key={at} className="flex flex-wrap gap-x-4">
              <span className="tabular-nums">{formatDate(entry.on, locale)}</span>
              <TextLink page="ConsoleRewards" values={{ mandant, praemie: entry.rewardId }} inText>
                {t(`kind.${entry.kind}`)}
              </TextLink>
              <span className="ml-auto tabular-nums">{formatCents(entry.cents, locale)}</span>
            </li>
          ))}
        </ul>
      </RecordPart>
    </RecordPanel>
  )
}

const columnsFor = (t: Translate<'consoleEarnings'>, locale: 'de' | 'en'): TableColumn<Row>[] => [
  {
    id: 'person',
    title: t('person'),
    kind: 'person',
    cell: ({ name }) => <span className="dt-cut">{name ?? t('erased')}</span>,
  },
  { id: 'year', title: t('year'), kind: 'number', priority: 2, cell: (row) => row.year },
  {
    id: 'sum',
    title: t('sum'),
    kind: 'money',
    sort: 'summe',
    card: 'amount',
    cell: ({ cents }) => <span className="dt-number">{formatCents(cents, locale)}</span>,
  },
  {
    id: 'limit',
    title: t('limit'),
    kind: 'state',
    card: 'state',
    cell: ({ isAtLimit }) => isAtLimit && <StateBadge tone="waits" text={t('atLimit')} />,
  },
  {
    id: 'cash',
    title: t('cash'),
    kind: 'money',
    priority: 3,
    cell: ({ cashCents }) => <span className="dt-number">{formatCents(cashCents, locale)}</span>,
  },
  {
    id: 'voucher',
    title: t('voucher'),
    kind: 'money',
    priority: 3,
    cell: ({ voucherCents }) => (
      <span className="dt-number">{formatCents(voucherCents, locale)}</span>
    ),
  },
  {
    id: 'setOff',
    title: t('setOff'),
    kind: 'money',
    priority: 4,
    cell: ({ setOffCents }) => (
      <span className="dt-number">{formatCents(setOffCents, locale)}</span>
    ),
  },
  {
    id: 'back',
    title: t('back'),
    kind: 'money',
    priority: 4,
    cell: ({ backCents }) => <span className="dt-number">{formatCents(backCents, locale)}</span>,
  },
  {
    id: 'last',
    title: t('last'),
    kind: 'date',
    sort: 'zuletzt',
    card: 'date',
    cell: ({ lastOn }) => formatDate(lastOn, locale),
  },
]
