import { useMemo } from 'react'
import { useActionData, useLoaderData, useParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { AnswerOf, BodyOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { mostCounted } from '../../domain/most-counted.ts'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import { refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { textOf } from '../ui/form/rules.ts'
import { knownOf, type TableQuery, type TableSpec } from '../ui/table/table-address.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import { CaseFrame } from './case-frame.tsx'
import { ClaimRecord } from './claim-record.tsx'
import { ClaimState } from './claim-state.tsx'
import { backToList, ConsoleList, nothing, pageAndOrder, readList } from './console-list.tsx'
import { DueDay } from './due-day.tsx'
import { dueFilter, duesOf } from './due-filter.ts'
import { attend } from './here.tsx'
import { askFile, csvHref } from './list-file.tsx'
import { changeViews, loadViews } from './list-views.tsx'
import type { Revealed } from './reveal.tsx'
import { undoOf } from './undo.tsx'

type Row = AnswerOf<Endpoints['listOpenClaims']>['rows'][number]
type Filter = Exclude<BodyOf<Endpoints['listOpenClaims']>['filter'], undefined>

const spec: TableSpec = {
  sorts: ['frist', 'seit'],
  fallsFirst: [],
  filters: ['frist', 'bei', 'stand'],
}
const sorts = { frist: 'AntwortBis', seit: 'GemeldetAm' } as const
const states = ['offen', 'gefunden', 'anerkannt', 'abgelehnt', 'zurueckgezogen'] as const
const assignees = ['mir', 'niemand'] as const

/** Null: an unknown value was asked for, which no claim has. */
function filterOf(query: TableQuery): Filter | null {
  const [assignee, state] = [knownOf(query, 'bei', assignees), knownOf(query, 'stand', states)]
  const due = duesOf(query)
  if (!assignee || !state || !due) return null
  return {
    ...(query.search ? { search: query.search } : {}),
    ...(assignee.length === 1 ? { assignee: assignee[0] } : {}),
    ...(state.length > 0 ? { state } : {}),
    ...(due.length > 0 ? { due } : {}),
  }
}

export async function loader(asked: LoaderFunctionArgs) {
  const { page, tenant, search, query } = readList(asked, spec)
  const filter = filterOf(query)
  const id = search.get('meldung')
  const [views, list, found, here] = await Promise.all([
    loadViews(asked, 'ConsoleClaims'),
    filter === null
      ? nothing
      : callApi(page, 'listOpenClaims', {
          tenant,
          body: { ...pageAndOrder(query, sorts), filter },
        }),
    id === null ? null : callApi(page, 'showClaim', { tenant, params: { id } }),
    attend(asked, 'claim', id),
  ])
  return { views, list, query, found, here }
}

export async function action(asked: ActionFunctionArgs) {
  const { request, context, params } = asked
  const page = pageOf(context)
  const form = await request.formData()
  const own = await changeViews(asked, form, 'ConsoleClaims')
  if (own) return own
  const tenant = params['mandant'] ?? ''
  try {
    const intent = textOf(form, 'intent')
    if (intent === 'reveal') {
      const params = { id: textOf(form, 'id') }
      return { revealed: await callApi(page, 'revealClaim', { tenant, params }) }
    }
    const next = await change(page, tenant, form)
    const undo =
      intent === 'undo'
        ? { undo: 'done' }
        : undoOf(intent, textOf(form, 'id'), Number(textOf(form, 'version')))
    return backToList(asked, 'ConsoleClaims', spec, {
      ...(next === null ? {} : { meldung: next }),
      ...undo,
    })
  } catch (error) {
    return refused(form, error)
  }
}

/** Does what the form asks for; returns the claim to show then. */
async function change(page: PageContext, tenant: string, form: FormData): Promise<string | null> {
  const id = textOf(form, 'id')
  const version = Number(textOf(form, 'version'))
  const intent = textOf(form, 'intent')
  const to = { tenant, params: { id } }
  if (intent === 'undo') {
    await callApi(page, 'undoClaim', { ...to, body: { version } })
    return id
  }
  if (intent === 'take' || intent === 'give') {
    await callApi(page, 'assignClaim', { ...to, body: { version, isMine: intent === 'take' } })
    return id
  }
  const [note, contact] = [textOf(form, 'note'), textOf(form, 'contact')]
  const typed = textOf(form, 'typed') || textOf(form, 'order')
  const { next } = await callApi(page, 'decideClaim', {
    ...to,
    body: {
      version,
      verdict: intent === 'accept' ? 'anerkannt' : 'abgelehnt',
      reason: textOf(form, 'reason') as BodyOf<Endpoints['decideClaim']>['reason'],
      ...(note ? { note } : {}),
      ...(intent === 'accept' && typed ? { order: typed } : {}),
      ...(intent === 'accept' && contact ? { contact } : {}),
    },
  })
  return next
}

export { reloadOnConflict as shouldRevalidate } from './reload-on-conflict.ts'

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleClaims')('title'), robots: 'noindex' }
}

export function Component() {
  const { views, list, query, found } = useLoaderData<typeof loader>()
  const acted = useActionData<FormAnswer | Revealed<unknown>>()
  const answer = acted && 'errors' in acted ? acted : undefined
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleClaims')
  const columns = useMemo(() => columnsFor(t, locale), [t, locale])
  const filter = filterOf(query)
  const file =
    filter &&
    csvHref(mandant, 'showClaimsFile', {
      ...filter,
      ...askFile(query, { first: 'person', sorts, locale }),
    })
  return (
    <ConsoleList
      title={t('title')}
      page="ConsoleClaims"
      parameter="meldung"
      views={views}
      list={list}
      spec={spec}
      query={query}
      columns={columns}
      countsTo={mostCounted}
      nameOf={(row) => titleOf(row, t, locale)}
      file={file}
      open={found}
      record={(found, close) => (
        <CaseFrame found={found}>
          <ClaimRecord
            key={found.id}
            found={found}
            close={close}
            answer={answer}
            revealed={acted}
          />
        </CaseFrame>
      )}
      searchHint={t('search')}
      filters={[
        dueFilter(t('answerBy'), (due) => t(`due.${due}`)),
        {
          name: 'bei',
          title: t('assignee'),
          kind: 'choice',
          choices: [
            { value: 'mir', title: t('mine') },
            { value: 'niemand', title: t('nobody') },
          ],
        },
        {
          name: 'stand',
          title: t('state'),
          kind: 'choice',
          choices: states.map((value) => ({ value, title: t(`state.${value}`) })),
        },
      ]}
      none={{ title: t('none'), text: t('noneText') }}
    />
  )
}

/** What a claim is called: whose, and of which contract. */
export const titleOf = (
  { name, orderNumber, contractOn }: Pick<Row, 'name' | 'orderNumber' | 'contractOn'>,
  t: Translate<'consoleClaims'>,
  locale: 'de' | 'en',
) =>
  t('row', {
    name: name ?? t('erased'),
    contract: orderNumber ?? (contractOn ? formatDate(contractOn, locale) : ''),
  })

const columnsFor = (t: Translate<'consoleClaims'>, locale: 'de' | 'en'): TableColumn<Row>[] => [
  {
    id: 'person',
    title: t('person'),
    kind: 'person',
    cell: ({ name }) => <span className="dt-cut">{name ?? t('erased')}</span>,
  },
  {
    id: 'state',
    title: t('state'),
    kind: 'state',
    card: 'state',
    cell: ({ state }) => <ClaimState state={state} />,
  },
  {
    id: 'answerBy',
    title: t('answerBy'),
    kind: 'date',
    sort: 'frist',
    card: 'date',
    cell: ({ answerBy, due, state }) => (
      <DueDay day={answerBy} due={due} words={state === 'open' ? t(`due.${due}`) : null} />
    ),
  },
  {
    id: 'contract',
    title: t('contract'),
    card: 'fact',
    cell: ({ orderNumber, contractOn }) =>
      orderNumber ?? (contractOn ? formatDate(contractOn, locale) : null),
  },
  {
    id: 'product',
    title: t('product'),
    priority: 2,
    cell: ({ product }) => product[locale],
  },
  {
    id: 'side',
    title: t('side'),
    priority: 3,
    cell: ({ claimant }) => t(`side.${claimant}`),
  },
  {
    id: 'file',
    title: t('file'),
    priority: 3,
    cell: ({ hasFile }) => (hasFile ? t('file.yes') : null),
  },
  {
    id: 'since',
    title: t('since'),
    kind: 'date',
    sort: 'seit',
    priority: 3,
    cell: ({ madeAt }) => formatDateTime(madeAt, locale),
  },
  {
    id: 'assignee',
    title: t('assignee'),
    priority: 2,
    cell: ({ assignee, isMine }) => (isMine ? t('mine') : assignee),
  },
]
