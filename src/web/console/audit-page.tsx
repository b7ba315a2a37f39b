import { useMemo } from 'react'
import { useLoaderData, useParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { actionWord, subjectWord } from '../../contract/audit-words.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { operatorRoles } from '../../domain/operator-abilities.ts'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { RecordPanel } from '../ui/record-panel.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import {
  noDaysOf,
  readTable,
  sayDay,
  tableValues,
  type TableQuery,
  type TableSpec,
} from '../ui/table/table-address.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import { ConsoleFrame } from './console-frame.tsx'
import { ListFile } from './list-file.tsx'
import { changeViews, ListViews, loadViews } from './list-views.tsx'

type Row = AnswerOf<Endpoints['listAudit']>['rows'][number]

const spec: TableSpec = {
  sorts: [],
  fallsFirst: [],
  filters: ['aktion', 'art', 'gegenstand', 'von', 'bis'],
  days: ['von', 'bis'],
}
const actorKinds = [
  'operator',
  'system',
  'referrer',
  'recipient',
  'reward',
  'agency-user',
  'sales-partner',
  'api-key',
  'anyone',
] as const

const filterOf = ({ search, filters: { aktion, art, gegenstand, von, bis } }: TableQuery) => ({
  ...(search ? { search } : {}),
  ...(aktion ? { action: aktion } : {}),
  ...(art ? { actorKind: art } : {}),
  ...(gegenstand ? { subjectKind: gegenstand } : {}),
  ...(von ? { from: von[0] } : {}),
  ...(bis ? { to: bis[0] } : {}),
})

const nothing = { rows: [], hasNext: false, pageCount: 0, totalCount: 0 }

export async function loader(asked: LoaderFunctionArgs) {
  const { context, request, params } = asked
  const page = pageOf(context)
  const tenant = params['mandant'] ?? ''
  const query = readTable(new URL(request.url).searchParams, spec)
  const filter = filterOf(query)
  const [views, list, words] = await Promise.all([
    loadViews(asked, 'ConsoleAudit'),
    noDaysOf(query, spec).length > 0
      ? nothing
      : callApi(page, 'listAudit', {
          tenant,
          body: { page: query.page, pageSize: query.pageSize, filter },
        }),
    callApi(page, 'showAuditWords', { tenant }),
  ])
  const open = new URL(request.url).searchParams.get('eintrag')
  return {
    views,
    list,
    words,
    query,
    open: list.rows.find(({ number }) => String(number) === open) ?? null,
  }
}

export const action = async (asked: ActionFunctionArgs) =>
  changeViews(asked, await asked.request.formData(), 'ConsoleAudit')

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('console')('nav.audit'), robots: 'noindex' }
}

export function Component() {
  const { views, list, words, query, open } = useLoaderData<typeof loader>()
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('console')
  const columns = useMemo(() => columnsFor(t, locale), [t, locale])
  const kept = { mandant }
  const own = { ...kept, ...tableValues(query, spec) }
  const choices = (values: readonly string[], wordOf: typeof actionWord) =>
    values
      .map((value) => ({ value, title: wordOf(value, locale) }))
      .toSorted((a, b) => a.title.localeCompare(b.title, locale))
  return (
    <ConsoleFrame
      title={t('nav.audit')}
      isList
      {...(open ? { record: <AuditRecord row={open} close={own} /> } : {})}
    >
      <DataTable
        title={t('nav.audit')}
        page="ConsoleAudit"
        kept={kept}
        spec={spec}
        query={query}
        columns={columns}
        rows={list.rows}
        total={list.totalCount}
        pageCount={list.pageCount}
        idOf={({ number }) => String(number)}
        nameOf={({ number }) => t('audit.row', { number })}
        link={({ number }) => ({
          page: 'ConsoleAudit',
          values: { ...own, eintrag: String(number) },
        })}
        record={
          open ? { id: String(open.number), close: { page: 'ConsoleAudit', values: own } } : null
        }
        searchHint={t('audit.search')}
        filters={[
          {
            name: 'aktion',
            title: t('audit.action'),
            kind: 'choice',
            choices: choices(words.actions, actionWord),
          },
          {
            name: 'art',
            title: t('audit.actorKind'),
            kind: 'choice',
            choices: actorKinds.map((value) => ({ value, title: t(`actor.${value}`) })),
          },
          {
            name: 'gegenstand',
            title: t('audit.subjectKind'),
            kind: 'choice',
            choices: choices(words.subjectKinds, subjectWord),
          },
          {
            name: 'von',
            title: t('audit.from'),
            kind: 'day',
            chip: (day) => t('audit.fromDay', { day: sayDay(day) }),
          },
          {
            name: 'bis',
            title: t('audit.to'),
            kind: 'day',
            chip: (day) => t('audit.toDay', { day: sayDay(day) }),
          },
        ]}
        none={{ title: t('audit.none'), text: t('audit.noneText') }}
        tools={
          <>
            <ListViews page="ConsoleAudit" views={views} query={query} spec={spec} />
            <ListFile href={fileHref(mandant, query)} />
          </>
        }
      />
    </ConsoleFrame>
  )
}

function fileHref(tenant: string, { search, filters }: TableQuery): string {
  const names = { aktion: 'Aktion', art: 'Art', gegenstand: 'Gegenstand', von: 'Von', bis: 'Bis' }
  const query = new URLSearchParams(search ? { Suche: search } : {})
  for (const [name, wire] of Object.entries(names))
    for (const value of filters[name] ?? []) query.append(wire, value)
  return `/api/v1/${tenant}/betrieb/protokoll/csv?${query}`
}

function whoIs(row: Row, t: Translate<'console'>): string {
  const kind = actorKinds.find((one) => one === row.actorKind)
  return row.actorName ?? (kind ? t(`actor.${kind}`) : row.actorKind)
}

const columnsFor = (t: Translate<'console'>, locale: 'de' | 'en'): TableColumn<Row>[] => [
  {
    id: 'number',
    title: t('audit.number'),
    kind: 'number',
    cell: ({ number }) => <span className="dt-number">{number}</span>,
  },
  {
    id: 'at',
    title: t('audit.at'),
    kind: 'date',
    card: 'date',
    cell: ({ at }) => formatDateTime(at, locale),
  },
  {
    id: 'who',
    title: t('audit.who'),
    kind: 'person',
    card: 'fact',
    cell: (row) => (
      <span className="dt-cut">
        {whoIs(row, t)}
        {row.support ? ` (${t('audit.support')})` : ''}
      </span>
    ),
  },
  {
    id: 'action',
    title: t('audit.action'),
    card: 'state',
    cell: ({ action }) => actionWord(action, locale),
  },
  {
    id: 'subject',
    title: t('audit.subjectKind'),
    priority: 2,
    cell: ({ subjectKind, subjectId }) => (
      <span className="dt-cut" title={subjectId}>
        {subjectWord(subjectKind, locale)} {subjectId}
      </span>
    ),
  },
  {
    id: 'reason',
    title: t('field.reason'),
    priority: 3,
    cell: ({ reason }) =>
      reason ? (
        <span className="dt-cut" title={reason}>
          {reason}
        </span>
      ) : null,
  },
]

function AuditRecord({
  row,
  close,
}: {
  row: Row
  close: Record<string, string | readonly string[]>
}) {
  const { locale } = usePage()
  const t = useTexts('console')
  const roles = (row.actorRole ?? '')
    .split(' ')
    .map((said) => operatorRoles.find((role) => role === said))
    .flatMap((role) => (role ? [t(`role.${role}`)] : []))
  return (
    <RecordPanel
      title={t('audit.row', { number: row.number })}
      state={null}
      close={{ page: 'ConsoleAudit', values: close }}
      facts={[
        [t('audit.at'), formatDateTime(row.at, locale)],
        [t('audit.who'), whoIs(row, t)],
        [t('audit.id'), row.actorId],
        [t('field.roles'), roles.join(', ')],
        [t('audit.support'), row.support ? t('audit.yes') : null],
        [t('audit.action'), actionWord(row.action, locale)],
        [t('audit.subjectKind'), `${subjectWord(row.subjectKind, locale)} ${row.subjectId}`],
        [t('field.reason'), row.reason],
        [t('audit.session'), row.sessionId],
        [t('audit.request'), row.requestId],
      ]}
    >
      {Object.keys(row.details).length === 0 ? null : (
        <pre className="overflow-x-auto rounded-field border border-hairline p-3 text-[0.8125rem] leading-[1.125rem] whitespace-pre-wrap wrap-anywhere">
          {JSON.stringify(row.details, null, 2)}
        </pre>
      )}
    </RecordPanel>
  )
}
