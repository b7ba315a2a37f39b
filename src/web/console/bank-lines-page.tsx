import { X } from 'lucide-react'
import { wire } from 'virtual:wire-office'
import { useMemo } from 'react'
import { redirect, useActionData, useLoaderData, useParams, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { bankLineKinds, bankLineStates, largestBankFile } from '../../domain/bank-line.ts'
import { addCalls, callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { fileIn, toBase64 } from '../ui/form/file-field.tsx'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { knownOf, type TableSpec } from '../ui/table/table-address.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import { BankBooksView, closeRules } from './bank-books.tsx'
import { BankLineRecord, bankLineRules } from './bank-line-record.tsx'
import {
  BankLineState,
  bankLineTitle,
  likelyWords,
  signedAmount,
  type BankLineRow,
} from './bank-line-words.tsx'
import { rejectionRules } from './bank-rejections.tsx'
import { backToList, ConsoleList, nothing, pageAndOrder, readList } from './console-list.tsx'
import { changeViews, loadViews } from './list-views.tsx'

addCalls(wire)

const spec: TableSpec = {
  sorts: ['tag', 'betrag'],
  fallsFirst: ['betrag'],
  filters: ['stand', 'art', 'am'],
  days: ['am'],
}
const sorts = { tag: 'Tag', betrag: 'BetragCent' } as const

export async function loader(asked: LoaderFunctionArgs) {
  const { page, tenant, search, query } = readList(asked, spec)
  const state = knownOf(query, 'stand', bankLineStates)
  const kind = knownOf(query, 'art', bankLineKinds)
  const [day] = query.filters['am'] ?? []
  const id = search.get('buchung')
  const [views, list, books, found] = await Promise.all([
    loadViews(asked, 'ConsoleBankLines'),
    state === null || kind === null
      ? nothing
      : callApi(page, 'listBankLines', {
          tenant,
          body: {
            ...pageAndOrder(query, sorts),
            filter: {
              ...(state.length > 0 ? { state } : {}),
              ...(kind.length > 0 ? { kind } : {}),
              ...(day ? { day } : {}),
            },
          },
        }),
    callApi(page, 'showBankBooks', { tenant }),
    id === null ? null : callApi(page, 'showBankLine', { tenant, params: { id } }),
  ])
  return { views, list, query, books, found }
}

export async function action(asked: ActionFunctionArgs) {
  const { request, context, params } = asked
  const page = pageOf(context)
  const tenant = params['mandant'] ?? ''
  const form = await request.formData()
  const own = await changeViews(asked, form, 'ConsoleBankLines')
  if (own) return own
  const intent = textOf(form, 'intent')
  const id = textOf(form, 'id')
  const reason = textOf(form, 'reason')
  const back = (said: Record<string, string>) =>
    backToList(asked, 'ConsoleBankLines', spec, { ...(id ? { buchung: id } : {}), ...said })
  try {
    if (intent === 'upload') {
      const file = fileIn(form, 'file')
      if (!file) return invalid(form, { file: { rule: 'rule.required' } })
      // The server says that it is too large, without all of it.
      const bytes = new File([file.slice(0, largestBankFile + 1)], 'file')
      const name = file.name.slice(-120)
      const { id: datei } = await callApi(page, 'uploadBankFile', {
        tenant,
        body: { ...(name ? { name } : {}), file: await toBase64(bytes) },
      })
      return redirect(
        href(page.tenant, page.locale, 'ConsoleBankUploads', { mandant: tenant, datei }),
      )
    }
    const rules =
      intent === 'close'
        ? closeRules
        : intent === 'confirmRejected' || intent === 'refuseRejected'
          ? rejectionRules
          : bankLineRules[
              intent === 'confirm' ||
              intent === 'refuse' ||
              intent === 'confirmNamed' ||
              intent === 'less' ||
              intent === 'reopen'
                ? intent
                : 'assign'
            ]
    const errors = checkForm(form, rules)
    if (Object.keys(errors).length > 0) return invalid(form, errors)
    if (intent === 'close') {
      await callApi(page, 'closeBankDays', { tenant, body: { day: textOf(form, 'day'), reason } })
      return back({ done: 'closed' })
    }
    if (intent === 'confirmRejected' || intent === 'refuseRejected') {
      const isConfirmed = intent === 'confirmRejected'
      const [file = '', count = ''] = textOf(form, 'rejection').split(':')
      await callApi(page, 'decideBankRejections', {
        tenant,
        params: { id: file },
        body: {
          count: Number(count) || 0,
          verdict: isConfirmed ? 'bestaetigt' : 'abgelehnt',
          reason,
        },
      })
      return back({ done: isConfirmed ? 'rejected' : 'notRejected' })
    }
    const to = { tenant, params: { id } }
    if (intent === 'assign' || intent === 'confirmNamed') {
      const kind = textOf(form, 'kind') as 'charge'
      const subject = textOf(form, 'subject')
      const body = { version: Number(textOf(form, 'version')), kind, reason }
      const done = await callApi(page, 'assignBankLine', {
        ...to,
        body: { ...body, ...(subject ? { subject } : {}) },
      })
      if (done.outcome === 'gebucht') return back({ done: 'assigned' })
      // A repayment of the same kind as somebody else named is booked, or waits by its amount.
      const isNamed = ['charge', 'other'].includes(kind) || textOf(form, 'two') === 'all'
      return back({ done: isNamed && textOf(form, 'named') !== kind ? 'named' : 'proposed' })
    }
    if (intent === 'reopen') {
      const version = Number(textOf(form, 'version'))
      await callApi(page, 'reopenBankLine', { ...to, body: { version, reason } })
      return back({ done: 'reopened' })
    }
    if (intent === 'less') {
      const payment = textOf(form, 'payment')
      const body = { version: Number(textOf(form, 'version')), payment, reason }
      const done = await callApi(page, 'proposeBankReturn', { ...to, body })
      return back({ done: done.outcome === 'gebucht' ? 'lessBooked' : 'less' })
    }
    const isConfirmed = intent === 'confirm'
    await callApi(page, 'decideBankReturn', {
      ...to,
      body: {
        payment: textOf(form, 'payment'),
        verdict: isConfirmed ? 'bestaetigt' : 'abgelehnt',
        reason,
      },
    })
    return back({ done: isConfirmed ? 'confirmed' : 'refused' })
  } catch (error) {
    return refused(form, error, {
      file: 'file',
      name: 'file',
      subject: 'subject',
      kind: 'kind',
      day: 'day',
      payment: 'payment',
    })
  }
}

const said = [
  'confirmed',
  'refused',
  'assigned',
  'proposed',
  'named',
  'reopened',
  'closed',
  'less',
  'lessBooked',
  'rejected',
  'notRejected',
] as const

export { reloadOnConflict as shouldRevalidate } from './reload-on-conflict.ts'

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleBankLines')('title'), robots: 'noindex' }
}

export function Component() {
  const { views, list, query, books, found } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const [search] = useSearchParams()
  const { locale } = usePage()
  const t = useTexts('consoleBankLines')
  const columns = useMemo(() => columnsFor(t, locale), [t, locale])
  const done = said.find((one) => one === search.get('done'))
  return (
    <ConsoleList
      said={done && !answer ? t(`done.${done}`) : null}
      title={t('title')}
      page="ConsoleBankLines"
      parameter="buchung"
      views={views}
      list={list}
      spec={spec}
      query={query}
      columns={columns}
      sumLabel={t('sum')}
      nameOf={(row) => bankLineTitle(row, t, locale)}
      file={null}
      open={found}
      record={(found, close) => (
        <BankLineRecord key={found.id} found={found} close={close} answer={answer} />
      )}
      searchHint={null}
      filters={[
        {
          name: 'stand',
          title: t('state'),
          kind: 'choice',
          choices: bankLineStates.map((value) => ({ value, title: t(`state.${value}`) })),
        },
        {
          name: 'art',
          title: t('kind'),
          kind: 'choice',
          choices: bankLineKinds.map((value) => ({ value, title: t(`kind.${value}`) })),
        },
      ]}
      none={{ title: t('none'), text: t('noneText') }}
    >
      {found ? null : <BankBooksView books={books} answer={answer} />}
      {query.filters['stand'] || query.filters['art'] ? null : <OpenOnly />}
    </ConsoleList>
  )
}

/** Without a filter the list has what is open. */
function OpenOnly() {
  const { mandant = '' } = useParams()
  const t = useTexts('consoleBankLines')
  return (
    <ul className="dt-chips">
      <li className="dt-chip">
        <span className="px-2">{t('openOnly')}</span>
        <PageLink
          page="ConsoleBankLines"
          values={{ mandant, stand: bankLineStates }}
          aria-label={t('showAll')}
          className="dt-chip-x"
        >
          <X aria-hidden="true" className="size-4" />
        </PageLink>
      </li>
    </ul>
  )
}

const columnsFor = (
  t: Translate<'consoleBankLines'>,
  locale: 'de' | 'en',
): TableColumn<BankLineRow>[] => [
  {
    id: 'day',
    title: t('day'),
    kind: 'date',
    sort: 'tag',
    card: 'date',
    cell: ({ day }) => formatDate(day, locale),
  },
  {
    id: 'state',
    title: t('state'),
    kind: 'state',
    card: 'state',
    cell: (row) => <BankLineState row={row} />,
  },
  {
    id: 'amount',
    title: t('amount'),
    kind: 'money',
    sort: 'betrag',
    card: 'amount',
    cell: (row) => <span className="dt-number">{signedAmount(row, locale)}</span>,
  },
  {
    id: 'kind',
    title: t('kind'),
    card: 'fact',
    cell: (row) => {
      const kind = row.kind ? t(`kind.${row.kind}`) : likelyWords(row, t)
      if (!kind && !row.words) return null
      return (
        <>
          {kind ? <span className="dt-cut">{kind}</span> : null}
          {row.words ? (
            <span className="md:hidden">{kind ? ` · ${row.words}` : row.words}</span>
          ) : null}
        </>
      )
    },
  },
  {
    id: 'words',
    title: t('words'),
    has: ({ words }) => words !== null,
    cell: ({ words }) => <span className="dt-cut">{words}</span>,
  },
  {
    id: 'party',
    title: t('party'),
    priority: 3,
    has: ({ party }) => party !== null,
    cell: ({ party }) => party,
  },
  {
    id: 'age',
    title: t('age'),
    priority: 2,
    cell: ({ state, ageDays }) => (state === 'zugeordnet' ? null : t('days', { count: ageDays })),
  },
]
