import { useMemo } from 'react'
import { useActionData, useLoaderData, useParams, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { rewardFilters } from '../../contract/console-words.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { mostCounted } from '../../domain/most-counted.ts'
import { formatCents } from '../../domain/money.ts'
import { codeRefusals } from '../../domain/voucher-fault.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { checkForm, textOf } from '../ui/form/rules.ts'
import {
  knownOf,
  noDaysOf,
  sayDay,
  type TableQuery,
  type TableSpec,
} from '../ui/table/table-address.ts'
import { backToList, ConsoleList, nothing, pageAndOrder, readList } from './console-list.tsx'
import { attend } from './here.tsx'
import { askFile, csvHref } from './list-file.tsx'
import { changeViews, loadViews } from './list-views.tsx'
import { rewardColumns, titleOf } from './reward-columns.tsx'
import { RewardRecord, rulesOf } from './reward-record.tsx'

type Filter = Exclude<BodyOf<Endpoints['listRewards']>['filter'], undefined>

const spec: TableSpec = {
  sorts: ['angelegt', 'betrag'],
  fallsFirst: ['angelegt', 'betrag'],
  filters: ['stand', 'rolle', 'betrag.ab', 'von', 'bis', 'zahlbar'],
  days: ['von', 'bis', 'zahlbar'],
}
const sorts = { angelegt: 'Angelegt', betrag: 'WertCent' } as const
const sides = ['Empfehler', 'Empfaenger'] as const
const amounts = ['25', '50', '100', '250'] as const // euros

/** Null: an unknown value was asked for, which no reward has. */
function filterOf(query: TableQuery): Filter | null {
  const [state, side, amount] = [
    knownOf(query, 'stand', rewardFilters),
    knownOf(query, 'rolle', sides),
    knownOf(query, 'betrag.ab', amounts),
  ]
  if (state === null || side === null || amount === null || noDaysOf(query, spec).length > 0)
    return null
  const { von, bis, zahlbar } = query.filters
  return {
    ...(query.search ? { search: query.search } : {}),
    ...(state.length > 0 ? { state } : {}),
    ...(side.length === 1 ? { side: side[0] } : {}),
    ...(amount.length > 0 ? { atLeast: Math.min(...amount.map(Number)) * 100 } : {}),
    ...(von ? { from: von[0] } : {}),
    ...(bis ? { to: bis[0] } : {}),
    ...(zahlbar ? { payableOn: zahlbar[0] } : {}),
  }
}

export async function loader(asked: LoaderFunctionArgs) {
  const { page, tenant, search, query } = readList(asked, spec)
  const filter = filterOf(query)
  const id = search.get('praemie')
  const [views, list, found, here] = await Promise.all([
    loadViews(asked, 'ConsoleRewards'),
    filter === null
      ? nothing
      : callApi(page, 'listRewards', {
          tenant,
          body: { ...pageAndOrder(query, sorts), filter },
        }),
    id === null ? null : callApi(page, 'showRewardRecord', { tenant, params: { id } }),
    attend(asked, 'reward', id),
  ])
  return { views, list, query, found, here }
}

export async function action(asked: ActionFunctionArgs) {
  const { request, context, params } = asked
  const page = pageOf(context)
  const form = await request.formData()
  const own = await changeViews(asked, form, 'ConsoleRewards')
  if (own) return own
  const intent = intents.find((one) => one === textOf(form, 'intent')) ?? 'hold'
  const errors = checkForm(form, rulesOf[intent])
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const tenant = params['mandant'] ?? ''
  const id = textOf(form, 'id')
  try {
    const done = await change(page, tenant, intent, form)
    return backToList(asked, 'ConsoleRewards', spec, { praemie: id, done })
  } catch (error) {
    return refused(form, error, { Ablehnung: 'refusal', Ergaenzung: 'note' })
  }
}

const intents = ['hold', 'extend', 'code', 'code-approve', 'code-refuse'] as const
const said = ['hold', 'extend', 'codeReplaced', 'codeProposed', 'codeKept'] as const

/** Does what the form asks for, and says what was done. */
async function change(
  page: PageContext,
  tenant: string,
  intent: (typeof intents)[number],
  form: FormData,
): Promise<(typeof said)[number]> {
  const to = { tenant, params: { id: textOf(form, 'id') } }
  const body = { version: Number(textOf(form, 'version')), reason: textOf(form, 'reason') }
  const code = textOf(form, 'code')
  switch (intent) {
    case 'extend':
      await callApi(page, 'extendReward', {
        ...to,
        body: { ...body, until: textOf(form, 'until') },
      })
      return 'extend'
    case 'code': {
      const { outcome } = await callApi(page, 'reportVoucherCode', {
        ...to,
        body: { ...body, code },
      })
      return outcome === 'ersetzt' ? 'codeReplaced' : 'codeProposed'
    }
    case 'code-approve':
    case 'code-refuse': {
      const isApproved = intent === 'code-approve'
      const verdict = isApproved ? 'ersetzt' : 'abgelehnt'
      const refusal = codeRefusals.find((one) => one === textOf(form, 'refusal'))
      await callApi(page, 'decideVoucherCode', {
        ...to,
        body: isApproved
          ? { ...body, code, verdict }
          : { version: body.version, code, verdict, refusal, note: textOf(form, 'note') },
      })
      return isApproved ? 'codeReplaced' : 'codeKept'
    }
    default:
      await callApi(page, 'holdRewardByHand', { ...to, body })
      return 'hold'
  }
}

export { reloadOnConflict as shouldRevalidate } from './reload-on-conflict.ts'

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleRewards')('title'), robots: 'noindex' }
}

/** Whether the list is narrowed to one state and nothing else. */
const isOnly = ({ filters, search }: TableQuery, state: string) =>
  search === '' && Object.keys(filters).join() === 'stand' && filters['stand']?.join() === state

function fileOf(tenant: string, query: TableQuery, locale: 'de' | 'en'): string | null {
  const filter = filterOf(query)
  if (filter === null) return null
  const { atLeast, ...others } = filter
  return csvHref(tenant, 'showRewardsFile', {
    ...others,
    ...(atLeast === undefined ? {} : { atLeast: String(atLeast) }),
    ...askFile(query, { first: 'person', sorts, locale }),
  })
}

export function Component() {
  const { views, list, query, found } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const [search] = useSearchParams()
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleRewards')
  const columns = useMemo(() => rewardColumns(t, locale), [t, locale])
  const file = fileOf(mandant, query, locale)
  const isCodes = isOnly(query, 'code-gemeldet')
  const done = said.find((one) => one === search.get('done'))
  return (
    <ConsoleList
      said={done && !answer ? t(`done.${done}`) : null}
      title={t('title')}
      page="ConsoleRewards"
      parameter="praemie"
      views={views}
      list={list}
      spec={spec}
      query={query}
      columns={columns}
      countsTo={mostCounted}
      sumLabel={t(isCodes ? 'sum.codes' : 'sum')}
      nameOf={(row) => titleOf(row, t, locale)}
      file={file}
      open={found}
      record={(found, close) => (
        <RewardRecord key={found.id} found={found} close={close} answer={answer} />
      )}
      searchHint={t('search')}
      filters={[
        {
          name: 'stand',
          title: t('state'),
          kind: 'choice',
          choices: rewardFilters.map((value) => ({ value, title: t(`filter.${value}`) })),
        },
        {
          name: 'rolle',
          title: t('side'),
          kind: 'choice',
          choices: sides.map((value) => ({ value, title: t(`side.${value}`) })),
        },
        {
          name: 'betrag.ab',
          title: t('atLeast'),
          kind: 'choice',
          choices: amounts.map((value) => ({
            value,
            title: formatCents(Number(value) * 100, locale),
          })),
        },
        {
          name: 'zahlbar',
          title: t('payableOn'),
          kind: 'day',
          chip: (day) => t('payableOnDay', { day: sayDay(day) }),
        },
        {
          name: 'von',
          title: t('from'),
          kind: 'day',
          chip: (day) => t('fromDay', { day: sayDay(day) }),
        },
        {
          name: 'bis',
          title: t('to'),
          kind: 'day',
          chip: (day) => t('toDay', { day: sayDay(day) }),
        },
      ]}
      none={{
        title: t('none'),
        text: t('noneText'),
        done: isCodes ? { title: t('noCodes'), text: t('noCodesText') } : undefined,
      }}
    />
  )
}
