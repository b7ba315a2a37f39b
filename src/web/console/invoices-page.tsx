import { useMemo } from 'react'
import { useActionData, useLoaderData, useParams, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { paperKindWords, paperStateWords } from '../../contract/console-words.ts'
import { signedCents } from '../../domain/money.ts'
import { formatMonth } from '../agency/format-month.ts'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { checkForm, textOf } from '../ui/form/rules.ts'
import {
  knownOf,
  noDaysOf,
  sayDay,
  type TableQuery,
  type TableSpec,
} from '../ui/table/table-address.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import { backToList, ConsoleList, nothing, pageAndOrder, readList } from './console-list.tsx'
import { attend } from './here.tsx'
import { InvoiceRecord, markRules, takeBackRules } from './invoice-record.tsx'
import { InvoiceState, type InvoiceRow as Row } from './invoice-state.tsx'
import { askFile, csvHref } from './list-file.tsx'
import { changeViews, loadViews } from './list-views.tsx'
import { loadLog } from './record-log.tsx'

const spec: TableSpec = {
  sorts: ['datum', 'faellig', 'betrag', 'nummer'],
  fallsFirst: ['datum', 'betrag'],
  filters: ['stand', 'art', 'von', 'bis'],
  days: ['von', 'bis'],
}
const sorts = {
  datum: 'Datum',
  faellig: 'FaelligAm',
  betrag: 'Gesamt',
  nummer: 'Nummer',
} as const

/** Null: an unknown value was asked for, which no document has. */
function filterOf(query: TableQuery) {
  const state = knownOf(query, 'stand', paperStateWords)
  const kind = knownOf(query, 'art', paperKindWords)
  if (state === null || kind === null || noDaysOf(query, spec).length > 0) return null
  const { von, bis } = query.filters
  return {
    ...(state.length > 0 ? { state } : {}),
    ...(kind.length > 0 ? { kind } : {}),
    ...(von?.[0] ? { from: von[0] } : {}),
    ...(bis?.[0] ? { to: bis[0] } : {}),
  }
}

export async function loader(asked: LoaderFunctionArgs) {
  const { page, tenant, search, query } = readList(asked, spec)
  const filter = filterOf(query)
  const id = search.get('dokument')
  const [views, list, found] = await Promise.all([
    loadViews(asked, 'ConsoleInvoices'),
    filter === null
      ? nothing
      : callApi(page, 'listPapers', {
          tenant,
          body: {
            ...pageAndOrder(query, sorts),
            filter: { ...filter, ...(query.search ? { search: query.search } : {}) },
          },
        }),
    id === null ? null : callApi(page, 'showPaper', { tenant, params: { id } }),
  ])
  const kind = found?.partyKind === 'sales-partner' ? 'partner-note' : 'invoice'
  const [log, here] = await Promise.all([loadLog(asked, kind, id), attend(asked, kind, id)])
  return { views, list, query, found, log, here }
}

export async function action(asked: ActionFunctionArgs) {
  const { request, context, params } = asked
  const page = pageOf(context)
  const form = await request.formData()
  const own = await changeViews(asked, form, 'ConsoleInvoices')
  if (own) return own
  const isPaid = textOf(form, 'intent') === 'paid'
  const errors = checkForm(form, isPaid ? markRules : takeBackRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const tenant = params['mandant'] ?? ''
  const id = textOf(form, 'id')
  const to = { tenant, params: { id } }
  const seen = { version: Number(textOf(form, 'version')), reason: textOf(form, 'reason') }
  try {
    if (isPaid) {
      const reference = textOf(form, 'reference')
      await callApi(page, 'markPaperPaid', {
        ...to,
        body: { ...seen, paidOn: textOf(form, 'paidOn'), ...(reference ? { reference } : {}) },
      })
    } else await callApi(page, 'takeBackPaperPayment', { ...to, body: seen })
  } catch (error) {
    return refused(form, error, { BezahltAm: 'paidOn' })
  }
  return backToList(asked, 'ConsoleInvoices', spec, {
    dokument: id,
    done: isPaid ? 'paid' : 'takeBack',
  })
}

export { reloadOnConflict as shouldRevalidate } from './reload-on-conflict.ts'

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleInvoices')('title'), robots: 'noindex' }
}

export function Component() {
  const { views, list, query, found, log } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const [search] = useSearchParams()
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleInvoices')
  const columns = useMemo(() => columnsFor(t, locale), [t, locale])
  const filter = filterOf(query)
  const done = (['paid', 'takeBack'] as const).find((one) => one === search.get('done'))
  const file =
    filter &&
    csvHref(mandant, 'showPapersFile', {
      ...filter,
      ...askFile(query, { first: 'number', sorts, locale }),
    })
  return (
    <ConsoleList
      said={done && !answer ? t(`done.${done}`) : null}
      title={t('title')}
      page="ConsoleInvoices"
      parameter="dokument"
      views={views}
      list={list}
      spec={spec}
      query={query}
      columns={columns}
      sumLabel={t('sum')}
      nameOf={({ kind, number }) => t('row', { kind: t(`kind.${kind}`), number })}
      file={file}
      open={found}
      record={(found, close, toOther) => (
        <InvoiceRecord
          key={found.id}
          found={found}
          log={log}
          close={close}
          toOther={toOther}
          answer={answer}
        />
      )}
      searchHint={t('search')}
      filters={[
        {
          name: 'stand',
          title: t('state'),
          kind: 'choice',
          choices: paperStateWords.map((value) => ({ value, title: t(`state.${value}`) })),
        },
        {
          name: 'art',
          title: t('kind'),
          kind: 'choice',
          choices: paperKindWords.map((value) => ({ value, title: t(`kind.${value}`) })),
        },
        {
          name: 'von',
          title: t('from'),
          kind: 'day',
          chip: (day) => t('fromChip', { day: sayDay(day) }),
        },
        {
          name: 'bis',
          title: t('to'),
          kind: 'day',
          chip: (day) => t('toChip', { day: sayDay(day) }),
        },
      ]}
      none={{ title: t('none'), text: t('noneText') }}
    />
  )
}

const columnsFor = (t: Translate<'consoleInvoices'>, locale: 'de' | 'en'): TableColumn<Row>[] => [
  {
    id: 'number',
    title: t('number'),
    sort: 'nummer',
    cell: ({ number }) => number,
  },
  {
    id: 'state',
    title: t('state'),
    kind: 'state',
    card: 'state',
    cell: ({ state }) => <InvoiceState state={state} />,
  },
  {
    id: 'kind',
    title: t('kind'),
    priority: 2,
    cell: ({ kind }) => t(`kind.${kind}`),
  },
  {
    id: 'name',
    title: t('name'),
    kind: 'person',
    card: 'fact',
    cell: ({ name }) => <span className="dt-cut">{name}</span>,
  },
  {
    id: 'month',
    title: t('month'),
    priority: 2,
    cell: ({ month }) => formatMonth(month, locale),
  },
  {
    id: 'issuedOn',
    title: t('issuedOn'),
    kind: 'date',
    sort: 'datum',
    priority: 2,
    cell: ({ issuedOn }) => formatDate(issuedOn, locale),
  },
  {
    id: 'dueOn',
    title: t('dueOn'),
    kind: 'date',
    sort: 'faellig',
    card: 'date',
    cell: ({ dueOn }) => (dueOn === null ? null : formatDate(dueOn, locale)),
  },
  {
    id: 'paidOn',
    title: t('paidOn'),
    kind: 'date',
    priority: 3,
    cell: ({ paidOn }) => (paidOn === null ? null : formatDate(paidOn, locale)),
  },
  {
    id: 'amount',
    title: t('amount'),
    kind: 'money',
    sort: 'betrag',
    card: 'amount',
    cell: ({ cents }) => <span className="dt-number">{signedCents(cents, locale)}</span>,
  },
  {
    id: 'open',
    title: t('open'),
    kind: 'money',
    priority: 2,
    cell: ({ openCents }) => <span className="dt-number">{signedCents(openCents, locale)}</span>,
  },
]
