import { useMemo } from 'react'
import { useActionData, useLoaderData, useParams, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { goodwillStates } from '../../domain/goodwill.ts'
import { formatCents } from '../../domain/money.ts'
import { mostCounted } from '../../domain/most-counted.ts'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { knownOf, type TableSpec } from '../ui/table/table-address.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import { backToList, ConsoleList, nothing, pageAndOrder, readList } from './console-list.tsx'
import { attend } from './here.tsx'
import { askFile, csvHref } from './list-file.tsx'
import { changeViews, loadViews } from './list-views.tsx'
import { loadLog } from './record-log.tsx'
import { GoodwillRecord, GoodwillState, decisionRules } from './goodwill-record.tsx'

type Row = AnswerOf<Endpoints['listGoodwill']>['rows'][number]

const spec: TableSpec = { sorts: ['seit', 'betrag'], fallsFirst: ['betrag'], filters: ['stand'] }
const sorts = { seit: 'Seit', betrag: 'WertCent' } as const
export async function loader(asked: LoaderFunctionArgs) {
  const { page, tenant, search, query } = readList(asked, spec)
  const state = knownOf(query, 'stand', goodwillStates)
  const id = search.get('vorschlag')
  const [views, list, found, here, log] = await Promise.all([
    loadViews(asked, 'ConsoleGoodwill'),
    state === null
      ? nothing
      : callApi(page, 'listGoodwill', {
          tenant,
          body: { ...pageAndOrder(query, sorts), filter: state.length > 0 ? { state } : {} },
        }),
    id === null ? null : callApi(page, 'showGoodwill', { tenant, params: { id } }),
    attend(asked, 'goodwill', id),
    loadLog(asked, 'goodwill', id),
  ])
  return { views, list, query, found, here, log }
}

export async function action(asked: ActionFunctionArgs) {
  const { request, context, params } = asked
  const page = pageOf(context)
  const form = await request.formData()
  const own = await changeViews(asked, form, 'ConsoleGoodwill')
  if (own) return own
  const errors = checkForm(form, decisionRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const tenant = params['mandant'] ?? ''
  const verdict = textOf(form, 'intent') === 'grant' ? 'gewaehrt' : 'abgelehnt'
  try {
    await callApi(page, 'decideGoodwill', {
      tenant,
      params: { id: textOf(form, 'id') },
      body: { version: Number(textOf(form, 'version')), verdict, reason: textOf(form, 'reason') },
    })
  } catch (error) {
    return refused(form, error)
  }
  return backToList(asked, 'ConsoleGoodwill', spec, { done: verdict })
}

export { reloadOnConflict as shouldRevalidate } from './reload-on-conflict.ts'

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleGoodwill')('title'), robots: 'noindex' }
}

export function Component() {
  const { views, list, query, found, log } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const [search] = useSearchParams()
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleGoodwill')
  const columns = useMemo(() => columnsFor(t, locale), [t, locale])
  const state = knownOf(query, 'stand', goodwillStates)
  const file =
    state &&
    csvHref(mandant, 'showGoodwillFile', {
      ...(state.length > 0 ? { state } : {}),
      ...askFile(query, { first: 'person', sorts, locale }),
    })
  const done = (['gewaehrt', 'abgelehnt'] as const).find((one) => one === search.get('done'))
  return (
    <ConsoleList
      said={done && !answer ? t(`done.${done}`) : null}
      title={t('title')}
      page="ConsoleGoodwill"
      parameter="vorschlag"
      views={views}
      list={list}
      spec={spec}
      query={query}
      columns={columns}
      countsTo={mostCounted}
      sumLabel={t('sum')}
      nameOf={({ name, cents }) => t('row', { amount: formatCents(cents, locale), name })}
      file={file}
      open={found}
      record={(found, close) => (
        <GoodwillRecord key={found.id} found={found} log={log} close={close} answer={answer} />
      )}
      searchHint={null}
      filters={[
        {
          name: 'stand',
          title: t('state'),
          kind: 'choice',
          choices: goodwillStates.map((value) => ({ value, title: t(`state.${value}`) })),
        },
      ]}
      none={{ title: t('none'), text: t('noneText') }}
    />
  )
}

const columnsFor = (t: Translate<'consoleGoodwill'>, locale: 'de' | 'en'): TableColumn<Row>[] => [
  {
    id: 'person',
    title: t('person'),
    kind: 'person',
    cell: ({ name }) => <span className="dt-cut">{name}</span>,
  },
  {
    id: 'state',
    title: t('state'),
    kind: 'state',
    card: 'state',
    cell: (row) => <GoodwillState state={row.state} />,
  },
  {
    id: 'amount',
    title: t('amount'),
    kind: 'money',
    sort: 'betrag',
    card: 'amount',
    cell: ({ cents }) => <span className="dt-number">{formatCents(cents, locale)}</span>,
  },
  {
    id: 'since',
    title: t('since'),
    kind: 'date',
    sort: 'seit',
    card: 'date',
    cell: ({ proposedAt }) => formatDateTime(proposedAt, locale),
  },
  {
    id: 'proposedBy',
    title: t('proposedBy'),
    priority: 2,
    cell: ({ proposedBy }) => proposedBy,
  },
  {
    id: 'reason',
    title: t('reason'),
    priority: 3,
    card: 'fact',
    cell: ({ reason }) => (
      <span className="dt-cut" title={reason}>
        {reason}
      </span>
    ),
  },
]
