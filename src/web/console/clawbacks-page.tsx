import { useMemo } from 'react'
import { useActionData, useLoaderData, useParams, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { clawbackFilters } from '../../domain/clawback.ts'
import { formatCents } from '../../domain/money.ts'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { readEuros } from '../ui/form/read-euros.ts'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { knownOf, type TableSpec } from '../ui/table/table-address.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import { clawbackTitle, ClawbackState, type ClawbackRow } from './clawback-state.tsx'
import { ClawbackRecord } from './clawback-record.tsx'
import { clawbackRules } from './clawback-acts.tsx'
import { repaymentRules } from './clawback-repayments.tsx'
import { backToList, ConsoleList, nothing, pageAndOrder, readList } from './console-list.tsx'
import { attend } from './here.tsx'
import { askFile, csvHref } from './list-file.tsx'
import { changeViews, loadViews } from './list-views.tsx'

const spec: TableSpec = { sorts: ['seit', 'rest'], fallsFirst: ['rest'], filters: ['stand'] }
const sorts = { seit: 'Seit', rest: 'RestCent' } as const
export async function loader(asked: LoaderFunctionArgs) {
  const { page, tenant, search, query } = readList(asked, spec)
  const state = knownOf(query, 'stand', clawbackFilters)
  const id = search.get('praemie')
  const [views, list, found, here] = await Promise.all([
    loadViews(asked, 'ConsoleClawbacks'),
    state === null
      ? nothing
      : callApi(page, 'listClawbacks', {
          tenant,
          body: { ...pageAndOrder(query, sorts), filter: state.length > 0 ? { state } : {} },
        }),
    id === null ? null : callApi(page, 'showClawback', { tenant, params: { id } }),
    attend(asked, 'reward', id),
  ])
  return { views, list, query, found, here }
}

export async function action(asked: ActionFunctionArgs) {
  const { request, context, params } = asked
  const page = pageOf(context)
  const form = await request.formData()
  const own = await changeViews(asked, form, 'ConsoleClawbacks')
  if (own) return own
  const intent = textOf(form, 'intent')
  const isRepayment = intent === 'repay' || intent === 'take-back'
  const errors = checkForm(form, isRepayment ? repaymentRules[intent] : clawbackRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const tenant = params['mandant'] ?? ''
  try {
    const done = await change(page, tenant, form)
    return backToList(asked, 'ConsoleClawbacks', spec, { praemie: textOf(form, 'id'), done })
  } catch (error) {
    return refused(form, error, { cents: 'amount' })
  }
}

const said = ['remind', 'setOff', 'writeOff', 'proposed', 'refused', 'repaid', 'takenBack'] as const

/** Does what the form asks for, and says what was done. */
async function change(
  page: PageContext,
  tenant: string,
  form: FormData,
): Promise<(typeof said)[number]> {
  const to = { tenant, params: { id: textOf(form, 'id') } }
  const body = { version: Number(textOf(form, 'version')), reason: textOf(form, 'reason') }
  switch (textOf(form, 'intent')) {
    case 'remind': {
      const note = textOf(form, 'note')
      await callApi(page, 'remindOfClawback', {
        ...to,
        body: { ...body, ...(note ? { note } : {}) },
      })
      return 'remind'
    }
    case 'set-off':
      await callApi(page, 'setOffClawback', {
        ...to,
        body: { ...body, rewardId: textOf(form, 'reward') },
      })
      return 'setOff'
    case 'repay': {
      const { outcome } = await callApi(page, 'bookRepayment', {
        ...to,
        body: {
          ...body,
          cents: readEuros(textOf(form, 'amount')),
          paidOn: textOf(form, 'paidOn'),
          reference: textOf(form, 'reference'),
        },
      })
      return outcome === 'gebucht' ? 'repaid' : 'proposed'
    }
    case 'take-back':
      await callApi(page, 'takeBackRepayment', {
        ...to,
        body: { ...body, repayment: textOf(form, 'repayment') },
      })
      return 'takenBack'
    case 'approve':
      await callApi(page, 'decideWriteOff', { ...to, body: { ...body, verdict: 'verzichtet' } })
      return 'writeOff'
    case 'book':
      await callApi(page, 'decideWriteOff', { ...to, body: { ...body, verdict: 'gebucht' } })
      return 'repaid'
    case 'refuse':
      await callApi(page, 'decideWriteOff', { ...to, body: { ...body, verdict: 'abgelehnt' } })
      return 'refused'
    default: {
      const { outcome } = await callApi(page, 'writeOffClawback', { ...to, body })
      return outcome === 'verzichtet' ? 'writeOff' : 'proposed'
    }
  }
}

export { reloadOnConflict as shouldRevalidate } from './reload-on-conflict.ts'

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleClawbacks')('title'), robots: 'noindex' }
}

export function Component() {
  const { views, list, query, found } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const [search] = useSearchParams()
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleClawbacks')
  const columns = useMemo(() => columnsFor(t, locale), [t, locale])
  const state = knownOf(query, 'stand', clawbackFilters)
  const file =
    state &&
    csvHref(mandant, 'showClawbacksFile', {
      ...(state.length > 0 ? { state } : {}),
      ...askFile(query, { first: 'person', sorts, locale }),
    })
  const done = said.find((one) => one === search.get('done'))
  return (
    <ConsoleList
      said={done && !answer ? t(`done.${done}`) : null}
      title={t('title')}
      page="ConsoleClawbacks"
      parameter="praemie"
      views={views}
      list={list}
      spec={spec}
      query={query}
      columns={columns}
      sumLabel={t('sum')}
      nameOf={(row) => clawbackTitle(row, t, locale)}
      file={file}
      open={found}
      record={(found, close) => (
        <ClawbackRecord key={found.id} found={found} close={close} answer={answer} />
      )}
      searchHint={null}
      filters={[
        {
          name: 'stand',
          title: t('state'),
          kind: 'choice',
          choices: clawbackFilters.map((value) => ({ value, title: t(`state.${value}`) })),
        },
      ]}
      none={{ title: t('none'), text: t('noneText') }}
    />
  )
}

const columnsFor = (
  t: Translate<'consoleClawbacks'>,
  locale: 'de' | 'en',
): TableColumn<ClawbackRow>[] => [
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
    cell: (row) => <ClawbackState row={row} />,
  },
  {
    id: 'left',
    title: t('left'),
    kind: 'money',
    sort: 'rest',
    card: 'amount',
    cell: ({ leftCents }) => <span className="dt-number">{formatCents(leftCents, locale)}</span>,
  },
  {
    id: 'amount',
    title: t('amount'),
    kind: 'money',
    priority: 3,
    cell: ({ cents }) => <span className="dt-number">{formatCents(cents, locale)}</span>,
  },
  {
    id: 'since',
    title: t('since'),
    kind: 'date',
    sort: 'seit',
    card: 'date',
    cell: ({ openedAt }) => formatDateTime(openedAt, locale),
  },
  {
    id: 'reminded',
    title: t('reminded'),
    kind: 'date',
    priority: 2,
    cell: ({ remindedAt }) => remindedAt && formatDateTime(remindedAt, locale),
  },
  {
    id: 'side',
    title: t('side'),
    priority: 3,
    card: 'fact',
    cell: ({ side }) => t(`side.${side}`),
  },
  { id: 'order', title: t('order'), priority: 4, cell: ({ orderNumber }) => orderNumber },
]
