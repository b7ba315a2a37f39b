import { useMemo } from 'react'
import { useLoaderData, useParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { mostCounted } from '../../domain/most-counted.ts'
import { callApi } from '../runtime/api.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { noDaysOf, sayDay, type TableQuery, type TableSpec } from '../ui/table/table-address.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import { AuditRecord, AuditSubject, type AuditRow as Row } from './audit-record.tsx'
import { ConsoleList, nothing, readList } from './console-list.tsx'
import { changeViews, loadViews } from './list-views.tsx'
import { useAuditWords, type AuditWords } from './use-audit-words.ts'
import { actorKinds, whoIs } from './who-is.ts'

const spec: TableSpec = {
  sorts: [],
  fallsFirst: [],
  filters: ['aktion', 'art', 'gegenstand', 'von', 'bis'],
  days: ['von', 'bis'],
}
const filterOf = ({ search, filters: { aktion, art, gegenstand, von, bis } }: TableQuery) => ({
  ...(search ? { search } : {}),
  ...(aktion ? { action: aktion } : {}),
  ...(art ? { actorKind: art } : {}),
  ...(gegenstand ? { subjectKind: gegenstand } : {}),
  ...(von ? { from: von[0] } : {}),
  ...(bis ? { to: bis[0] } : {}),
})

export async function loader(asked: LoaderFunctionArgs) {
  const { page, tenant, search, query } = readList(asked, spec)
  const filter = filterOf(query)
  const open = search.get('eintrag')
  const [views, found, words, entry] = await Promise.all([
    loadViews(asked, 'ConsoleAudit'),
    noDaysOf(query, spec).length > 0
      ? nothing
      : callApi(page, 'listAudit', {
          tenant,
          body: { page: query.page, pageSize: query.pageSize, filter },
        }),
    callApi(page, 'showAuditWords', { tenant }),
    open === null ? null : callApi(page, 'showAuditRow', { tenant, params: { number: open } }),
  ])
  const withId = (row: Row) => ({ ...row, id: String(row.number) })
  const list = { ...found, rows: found.rows.map(withId) }
  return { views, list, words, query, open: entry && withId(entry) }
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
  const own = useTexts('consoleAudit')
  const auditWords = useAuditWords()
  const columns = useMemo(
    () => columnsFor(t, own, locale, auditWords),
    [t, own, locale, auditWords],
  )
  const choices = (values: readonly string[], wordOf: (code: string) => string) =>
    values
      .map((value) => ({ value, title: wordOf(value) }))
      .toSorted((a, b) => a.title.localeCompare(b.title, locale))
  return (
    <ConsoleList
      title={t('nav.audit')}
      page="ConsoleAudit"
      parameter="eintrag"
      views={views}
      list={list}
      file={fileHref(mandant, query)}
      spec={spec}
      query={query}
      columns={columns}
      countsTo={mostCounted}
      nameOf={({ number }) => own('row', { number })}
      open={open}
      record={(row, close) => <AuditRecord row={row} close={close} />}
      searchHint={own('search')}
      filters={[
        {
          name: 'aktion',
          title: own('action'),
          kind: 'choice',
          choices: choices(words.actions, auditWords.action),
        },
        {
          name: 'art',
          title: own('actorKind'),
          kind: 'choice',
          choices: actorKinds.map((value) => ({ value, title: t(`actor.${value}`) })),
        },
        {
          name: 'gegenstand',
          title: own('subjectKind'),
          kind: 'choice',
          choices: choices(words.subjectKinds, auditWords.subject),
        },
        {
          name: 'von',
          title: own('from'),
          kind: 'day',
          chip: (day) => own('fromDay', { day: sayDay(day) }),
        },
        {
          name: 'bis',
          title: own('to'),
          kind: 'day',
          chip: (day) => own('toDay', { day: sayDay(day) }),
        },
      ]}
      none={{ title: own('none'), text: own('noneText') }}
    />
  )
}

function fileHref(tenant: string, { search, filters }: TableQuery): string {
  const names = { aktion: 'Aktion', art: 'Art', gegenstand: 'Gegenstand', von: 'Von', bis: 'Bis' }
  const query = new URLSearchParams(search ? { Suche: search } : {})
  for (const [name, wire] of Object.entries(names))
    for (const value of filters[name] ?? []) query.append(wire, value)
  return `/api/v1/${tenant}/betrieb/protokoll/csv?${query}`
}

const columnsFor = (
  t: Translate<'console'>,
  own: Translate<'consoleAudit'>,
  locale: 'de' | 'en',
  words: AuditWords,
): TableColumn<Row>[] => [
  {
    id: 'number',
    title: own('number'),
    kind: 'number',
    cell: ({ number }) => <span className="dt-number">{number}</span>,
  },
  {
    id: 'at',
    title: own('at'),
    kind: 'date',
    card: 'date',
    cell: ({ at }) => formatDateTime(at, locale),
  },
  {
    id: 'who',
    title: own('who'),
    kind: 'person',
    card: 'fact',
    cell: (row) => (
      <span className="dt-cut">
        {whoIs(row, t)}
        {row.support ? ` (${own('support')})` : ''}
      </span>
    ),
  },
  {
    id: 'action',
    title: own('action'),
    card: 'state',
    cell: ({ action }) => words.action(action),
  },
  {
    id: 'subject',
    title: own('subjectKind'),
    priority: 2,
    cell: (row) => (
      <span className="dt-cut" title={row.subjectId}>
        <AuditSubject row={row} />
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
