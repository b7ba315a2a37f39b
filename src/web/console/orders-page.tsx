import { useMemo } from 'react'
import { redirect, useActionData, useLoaderData, useParams, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { orderKinds, shownStates } from '../../contract/console-words.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { mostCounted } from '../../domain/most-counted.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { Notice } from '../ui/notice.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import {
  knownOf,
  noDaysOf,
  readTable,
  type TableQuery,
  type TableSpec,
} from '../ui/table/table-address.ts'
import type { Sums } from '../ui/table/table-types.ts'
import { backToList, ConsoleList, nothing, readList } from './console-list.tsx'
import { attend } from './here.tsx'
import { askFile, csvHref } from './list-file.tsx'
import { changeViews, loadViews } from './list-views.tsx'
import { nameOf, orderColumns, orderFilters } from './order-columns.tsx'
import { matchRules, type FoundContacts } from './order-match.tsx'
import { OrderRecord, orderRules } from './order-record.tsx'
import { whyNone } from './selection.ts'
import { useAbility } from './use-place.ts'
import { WaitingSelections } from './waiting-selections.tsx'

type Filter = Exclude<BodyOf<Endpoints['listTenantOrders']>['filter'], undefined>

const bulkForm = 'bulk'

const spec: TableSpec = {
  sorts: ['vertrag'],
  fallsFirst: ['vertrag'],
  filters: ['stand', 'art', 'vermittler', 'produkt', 'von', 'bis'],
  days: ['von', 'bis'],
}
const sorts = { vertrag: 'Vertragsdatum' } as const
const intents = ['release', 'cancel', 'match', 'find'] as const

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Null: an unknown value was asked for, which no order has. */
function filterOf(query: TableQuery): Filter | null {
  const state = knownOf(query, 'stand', shownStates)
  const kind = knownOf(query, 'art', orderKinds)
  if (state === null || kind === null || noDaysOf(query, spec).length > 0) return null
  const { produkt, vermittler, von, bis } = query.filters
  if (vermittler?.some((one) => !isUuid.test(one))) return null
  return {
    ...(query.search ? { search: query.search } : {}),
    ...(state.length > 0 ? { state } : {}),
    ...(kind.length === 1 ? { kind: kind[0] } : {}),
    ...(vermittler ? { seller: vermittler } : {}),
    ...(produkt ? { product: produkt } : {}),
    ...(von ? { from: von[0] } : {}),
    ...(bis ? { to: bis[0] } : {}),
  }
}

export async function loader(asked: LoaderFunctionArgs) {
  const { page, tenant, search, query } = readList(asked, spec)
  const filter = filterOf(query)
  const id = search.get('auftrag')
  const [views, { products, sellers }, list, found, { selections }, here] = await Promise.all([
    loadViews(asked, 'ConsoleOrders'),
    callApi(page, 'listOrderProducts', { tenant }),
    filter === null
      ? nothing
      : callApi(page, 'listTenantOrders', {
          tenant,
          body: {
            page: query.page,
            pageSize: query.pageSize,
            descending: query.descending,
            filter,
          },
        }),
    id === null ? null : callApi(page, 'showTenantOrder', { tenant, params: { id } }),
    callApi(page, 'listSelections', { tenant }),
    attend(asked, 'order', id),
  ])
  const place = page.operator?.places.find((one) => one.tenant === tenant)
  const mayMatch =
    found?.number === null && operatorAbilities(place?.roles ?? []).can('update', 'orders')
  const likely = mayMatch
    ? await callApi(page, 'findOrderContacts', { tenant, params: { id: found.id }, body: {} })
    : { contacts: [] }
  return { views, products, sellers, list, query, found, selections, here, likely: likely.contacts }
}

export async function action(asked: ActionFunctionArgs) {
  const { request, context, params } = asked
  const page = pageOf(context)
  const form = await request.formData()
  const own = await changeViews(asked, form, 'ConsoleOrders')
  if (own) return own
  const selected = await select(page, params['mandant'] ?? '', form, request)
  if (selected) return selected
  const intent = intents.find((one) => one === textOf(form, 'intent')) ?? 'cancel'
  const errors =
    intent === 'find' ? {} : checkForm(form, intent === 'match' ? matchRules : orderRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const tenant = params['mandant'] ?? ''
  const id = textOf(form, 'id')
  const to = { tenant, params: { id } }
  const seen = { version: Number(textOf(form, 'version')), reason: textOf(form, 'reason') }
  let shown = id
  try {
    if (intent === 'find') {
      const term = textOf(form, 'term')
      const body = { search: term }
      const { contacts } = await callApi(page, 'findOrderContacts', { ...to, body })
      return { term, contacts } satisfies FoundContacts
    }
    if (intent === 'match') {
      const body = { ...seen, contact: textOf(form, 'contact') }
      shown = (await callApi(page, 'matchTenantOrder', { ...to, body })).number
    } else if (intent === 'release')
      await callApi(page, 'releaseTenantOrder', { ...to, body: seen })
    else
      await callApi(page, 'cancelTenantOrder', {
        ...to,
        body: {
          ...seen,
          cancelled: Number(textOf(form, 'cancelled')),
          clawedBack: Number(textOf(form, 'clawedBack')),
        },
      })
  } catch (error) {
    return refused(form, error, { contact: 'contact' })
  }
  return backToList(asked, 'ConsoleOrders', spec, { auftrag: shown, done: intent })
}

/** Freezes orders and opens their preview; all that match are chosen with `choose-all`. */
async function select(page: PageContext, tenant: string, form: FormData, request: Request) {
  const intent = textOf(form, 'intent')
  if (intent !== 'choose-all' && intent !== 'select') return null
  const filter = filterOf(readTable(new URL(request.url).searchParams, spec)) ?? {}
  try {
    if (intent === 'choose-all') {
      const body = {
        pageSize: 1,
        filter: { ...filter, state: ['pruefzeit' as const], kind: 'empfehlung' as const },
      }
      const { totalCount } = await callApi(page, 'listTenantOrders', { tenant, body })
      return { all: { count: totalCount, cents: 0 } }
    }
    const ids = form.getAll('order').filter((one) => typeof one === 'string')
    const body = form.has('all') ? { filter } : { ids }
    const { id } = await callApi(page, 'selectOrders', { tenant, body })
    return redirect(
      href(page.tenant, page.locale, 'ConsoleSelection', { mandant: tenant, stapel: id }),
    )
  } catch (error) {
    return refused(form, error, { Ids: 'selected' })
  }
}

export { reloadOnConflict as shouldRevalidate } from './reload-on-conflict.ts'

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleOrders')('title'), robots: 'noindex' }
}

export function Component() {
  const { views, products, sellers, list, query, found, selections, likely } =
    useLoaderData<typeof loader>()
  const said = useActionData<FormAnswer | FoundContacts | { all: Sums }>()
  const answer = said && 'values' in said ? said : undefined
  const none = whyNone(answer)
  const all = said && 'all' in said ? said.all : null
  const mayRelease = useAbility().can('update', 'orders')
  const [search] = useSearchParams()
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleOrders')
  const columns = useMemo(() => orderColumns(t, locale), [t, locale])
  const filter = filterOf(query)
  const file =
    filter &&
    csvHref(mandant, 'showTenantOrdersFile', {
      ...filter,
      ...askFile(query, { first: 'order', sorts, locale }),
      descending: query.descending ? 'true' : 'false',
    })
  const done = (['release', 'cancel', 'match'] as const).find((one) => one === search.get('done'))
  return (
    <ConsoleList
      said={done && !answer ? t(`done.${done}`) : null}
      actions={
        <PageLink page="ConsoleOrderFiles" values={{ mandant }} className={controlClass()}>
          {t('import')}
        </PageLink>
      }
      title={t('title')}
      page="ConsoleOrders"
      parameter="auftrag"
      views={views}
      list={list}
      spec={spec}
      query={query}
      columns={columns}
      countsTo={mostCounted}
      sumLabel={t('sum')}
      nameOf={(row) => `${t('order')} ${nameOf(row)}`}
      file={file}
      open={found}
      record={(found, close) => (
        <OrderRecord key={found.id} found={found} likely={likely} close={close} answer={answer} />
      )}
      selection={
        mayRelease
          ? {
              form: bulkForm,
              field: 'order',
              can: ({ state, sellerKind }) =>
                state === 'pruefzeit' && sellerKind !== 'sales-partner',
              nameOf,
              all,
              offersAll: list.pageCount > 1,
              verbs: (
                <button
                  type="submit"
                  form={bulkForm}
                  name="intent"
                  value="select"
                  className={controlClass('primary')}
                >
                  {t('releaseMany')}
                </button>
              ),
            }
          : null
      }
      searchHint={t('search')}
      filters={orderFilters(t, locale, { products, sellers })}
      none={{ title: t('none'), text: t('noneText') }}
    >
      {none ? <Notice tone="danger" live title={none} /> : null}
      <WaitingSelections kind="orders" selections={selections} mandant={mandant} />
      <PageForm id={bulkForm} rules={{}} labels={{}} answer={undefined} draft={false}>
        {null}
      </PageForm>
    </ConsoleList>
  )
}
