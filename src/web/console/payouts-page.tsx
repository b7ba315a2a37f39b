import { wire } from 'virtual:wire-office'
import { useMemo } from 'react'
import { useActionData, useLoaderData, useParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import { addCalls, callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatCount } from '../ui/format-count.ts'
import { formatDate, formatDateTime, localDayOf } from '../ui/format-date.ts'
import { refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { textOf } from '../ui/form/rules.ts'
import { knownOf, type TableSpec } from '../ui/table/table-address.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import { backToList, ConsoleList, nothing, pageAndOrder, readList } from './console-list.tsx'
import { askFile, csvHref } from './list-file.tsx'
import { changeViews, loadViews } from './list-views.tsx'
import { PayoutDue } from './payout-due.tsx'
import { PayoutState, payoutStates, type PayoutRow } from './payout-state.tsx'

addCalls(wire)

const spec: TableSpec = {
  sorts: ['vorgeschlagen', 'summe'],
  fallsFirst: ['vorgeschlagen', 'summe'],
  filters: ['stand'],
}
const sorts = { vorgeschlagen: 'VorgeschlagenAm', summe: 'SummeCent' } as const

export async function loader(asked: LoaderFunctionArgs) {
  const { page, tenant, query } = readList(asked, spec)
  const state = knownOf(query, 'stand', payoutStates)
  const [views, list, due] = await Promise.all([
    loadViews(asked, 'ConsolePayouts'),
    state === null
      ? nothing
      : callApi(page, 'listPayouts', {
          tenant,
          body: { ...pageAndOrder(query, sorts), filter: state.length > 0 ? { state } : {} },
        }),
    callApi(page, 'showDue', { tenant }),
  ])
  return { views, list, query, due }
}

export async function action(asked: ActionFunctionArgs) {
  const { request, context, params } = asked
  const page = pageOf(context)
  const form = await request.formData()
  const own = await changeViews(asked, form, 'ConsolePayouts')
  if (own) return own
  const tenant = params['mandant'] ?? ''
  try {
    const { id, ongoing, ...left } = await callApi(page, 'proposePayout', {
      tenant,
      body: { withFresh: textOf(form, 'withFresh') === 'yes' },
    })
    return backToList(asked, 'ConsolePayouts', spec, {
      done: id ? 'proposed' : ongoing ? 'ongoing' : 'nothing',
      ...(id ? { auszahlung: id } : {}),
      eigene: String(left.own),
      neu: String(left.fresh),
      ueber: String(left.above),
      zurueck: String(left.sentBack),
    })
  } catch (error) {
    return refused(form, error)
  }
}

export { reloadOnConflict as shouldRevalidate } from './reload-on-conflict.ts'

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consolePayouts')('title'), robots: 'noindex' }
}

export function Component() {
  const { views, list, query, due } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consolePayouts')
  const columns = useMemo(() => columnsFor(t, locale), [t, locale])
  const state = knownOf(query, 'stand', payoutStates)
  const file =
    state &&
    csvHref(mandant, 'showPayoutsFile', {
      ...(state.length > 0 ? { state } : {}),
      ...askFile(query, { first: 'number', sorts, locale }),
    })
  return (
    <ConsoleList
      title={t('title')}
      page="ConsolePayouts"
      views={views}
      list={list}
      spec={spec}
      query={query}
      columns={columns}
      sumLabel={t('sum')}
      nameOf={({ cents, proposedAt }) =>
        t('row', {
          amount: formatCents(cents, locale),
          day: formatDate(localDayOf(proposedAt), locale),
        })
      }
      link={({ id }) => ({ page: 'ConsolePayout', values: { mandant, auszahlung: id } })}
      file={file}
      searchHint={null}
      filters={[
        {
          name: 'stand',
          title: t('state'),
          kind: 'choice',
          choices: payoutStates.map((value) => ({ value, title: t(`state.${value}`) })),
        },
      ]}
      none={{ title: t('none'), text: t('noneText') }}
    >
      <PayoutDue due={due} answer={answer} />
    </ConsoleList>
  )
}

const columnsFor = (
  t: Translate<'consolePayouts'>,
  locale: 'de' | 'en',
): TableColumn<PayoutRow>[] => [
  {
    id: 'number',
    title: t('number'),
    cell: ({ id }) => <span className="dt-number">{id}</span>,
  },
  {
    id: 'state',
    title: t('state'),
    kind: 'state',
    card: 'state',
    cell: (row) => <PayoutState row={row} />,
  },
  {
    id: 'amount',
    title: t('amount'),
    kind: 'money',
    sort: 'summe',
    card: 'amount',
    cell: ({ cents }) => <span className="dt-number">{formatCents(cents, locale)}</span>,
  },
  {
    id: 'payments',
    title: t('payments'),
    kind: 'number',
    card: 'fact',
    isNamed: true,
    cell: ({ payments }) => formatCount(payments, locale),
  },
  {
    id: 'proposed',
    title: t('proposed'),
    kind: 'date',
    sort: 'vorgeschlagen',
    card: 'date',
    cell: ({ proposedAt }) => formatDateTime(proposedAt, locale),
  },
  {
    id: 'by',
    title: t('by'),
    priority: 2,
    cell: ({ proposedBy }) => proposedBy ?? t('schedule'),
  },
  {
    id: 'approvals',
    title: t('approvals'),
    kind: 'number',
    priority: 2,
    cell: ({ approvals, approvalsNeeded }) => `${approvals}/${approvalsNeeded}`,
  },
  {
    id: 'transit',
    title: t('transit'),
    kind: 'number',
    priority: 3,
    cell: ({ inTransit }) => inTransit > 0 && formatCount(inTransit, locale),
  },
  {
    id: 'paid',
    title: t('paid'),
    kind: 'number',
    priority: 3,
    cell: ({ paid }) => paid > 0 && formatCount(paid, locale),
  },
  {
    id: 'failed',
    title: t('failed'),
    kind: 'number',
    priority: 2,
    cell: ({ failed }) => failed > 0 && formatCount(failed, locale),
  },
]
