import { useMemo } from 'react'
import { redirect, useActionData, useLoaderData, useParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { reviewKinds } from '../../contract/console-words.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { reviewReasons } from '../../domain/eligibility.ts'
import { formatCents } from '../../domain/money.ts'
import { mostCounted } from '../../domain/most-counted.ts'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { textOf } from '../ui/form/rules.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { knownOf, readTable, type TableQuery, type TableSpec } from '../ui/table/table-address.ts'
import type { Sums } from '../ui/table/table-types.ts'
import { CaseFrame } from './case-frame.tsx'
import { backToList, ConsoleList, nothing, pageAndOrder, readList } from './console-list.tsx'
import { dueFilter, duesOf } from './due-filter.ts'
import { attend } from './here.tsx'
import { askFile, csvHref } from './list-file.tsx'
import { changeViews, loadViews } from './list-views.tsx'
import { ReviewCase } from './review-case.tsx'
import { LastDecided } from './last-decided.tsx'
import type { Revealed } from './reveal.tsx'
import { reviewColumns } from './review-columns.tsx'
import { undoOf } from './undo.tsx'
import { useNextCases } from './use-next-cases.ts'
import { useAbility } from './use-place.ts'
import { WaitingSelections } from './waiting-selections.tsx'

type Filter = Exclude<BodyOf<Endpoints['listReviews']>['filter'], undefined>

const bulkForm = 'bulk'

const spec: TableSpec = {
  sorts: ['frist', 'seit', 'betrag'],
  fallsFirst: ['betrag'],
  filters: ['frist', 'grund', 'bei', 'art', 'stand'],
}
const sorts = { frist: 'AntwortBis', seit: 'Seit', betrag: 'WertCent' } as const
const states = ['offen', 'zurueckgestellt', 'entschieden'] as const
const assignees = ['mir', 'niemand'] as const

/** Null: an unknown value was asked for, which no case has. */
function filterOf(query: TableQuery): Filter | null {
  const [reason, assignee, kind, state, due] = [
    knownOf(query, 'grund', reviewReasons),
    knownOf(query, 'bei', assignees),
    knownOf(query, 'art', reviewKinds),
    knownOf(query, 'stand', states),
    duesOf(query),
  ]
  if (!reason || !assignee || !kind || !state || !due) return null
  return {
    ...(query.search ? { search: query.search } : {}),
    ...(reason.length > 0 ? { reason } : {}),
    ...(assignee.length === 1 ? { assignee: assignee[0] } : {}),
    ...(kind.length > 0 ? { kind } : {}),
    ...(state.length > 0 ? { state } : {}),
    ...(due.length > 0 ? { due } : {}),
  }
}

export async function loader(asked: LoaderFunctionArgs) {
  const { page, tenant, search, query } = readList(asked, spec)
  const filter = filterOf(query)
  const id = search.get('fall')
  const last = search.get('zuletzt')
  const [views, list, found, decided, here, { selections }] = await Promise.all([
    loadViews(asked, 'ConsoleReviews'),
    filter === null
      ? nothing
      : callApi(page, 'listReviews', {
          tenant,
          body: { ...pageAndOrder(query, sorts), filter },
        }),
    id === null ? null : callApi(page, 'showReview', { tenant, params: { id } }),
    last === null || last === id
      ? null
      : callApi(page, 'showReview', { tenant, params: { id: last } }).catch(() => null),
    attend(asked, 'reward', id),
    callApi(page, 'listSelections', { tenant }),
  ])
  return { views, list, query, found, decided, selections, here }
}

export async function action(asked: ActionFunctionArgs) {
  const { request, context, params } = asked
  const page = pageOf(context)
  const form = await request.formData()
  const own = await changeViews(asked, form, 'ConsoleReviews')
  if (own) return own
  const tenant = params['mandant'] ?? ''
  try {
    const selected = await select(page, tenant, form, request)
    if (selected) return selected
    const [intent, id] = [textOf(form, 'intent'), textOf(form, 'id')]
    if (intent === 'reveal')
      return { revealed: await callApi(page, 'revealReview', { tenant, params: { id } }) }
    const next = await change(page, tenant, form)
    const undo =
      intent === 'undo' ? { undo: 'done' } : undoOf(intent, id, Number(textOf(form, 'version')))
    return backToList(asked, 'ConsoleReviews', spec, {
      ...(next === null ? {} : { fall: next }),
      ...(next === id ? {} : { zuletzt: id }),
      ...undo,
    })
  } catch (error) {
    return refused(form, error, {
      Grund: 'reason',
      Notiz: 'note',
      Bis: 'until',
      Frage: 'question',
      Nachricht: 'message',
      Text: 'text',
    })
  }
}

const bulkVerbs = { 'select-approve': 'anerkennen', 'select-refuse': 'ablehnen' } as const

/** Stores a selection and opens its preview; all that match are chosen with `choose-all`. */
async function select(page: PageContext, tenant: string, form: FormData, request: Request) {
  const intent = textOf(form, 'intent')
  const filter = filterOf(readTable(new URL(request.url).searchParams, spec)) ?? {}
  if (intent === 'choose-all') {
    const { totalCount, sums } = await callApi(page, 'listReviews', {
      tenant,
      body: { page: 1, pageSize: 1, orderBy: 'AntwortBis', descending: false, filter },
    })
    return { all: { count: totalCount, cents: sums?.cents ?? 0 } }
  }
  const verb = bulkVerbs[intent as keyof typeof bulkVerbs]
  if (!verb) return null
  const ids = form.getAll('case').filter((one) => typeof one === 'string')
  const { id } = await callApi(page, 'selectReviews', {
    tenant,
    body: form.has('all') ? { verb, filter } : { verb, ids },
  })
  return redirect(
    href(page.tenant, page.locale, 'ConsoleSelection', { mandant: tenant, stapel: id }),
  )
}

/** Does what the form asks for; returns the case to show then. */
async function change(page: PageContext, tenant: string, form: FormData): Promise<string | null> {
  const id = textOf(form, 'id')
  const version = Number(textOf(form, 'version'))
  const intent = textOf(form, 'intent')
  const to = { tenant, params: { id } }
  if (intent === 'undo') {
    await callApi(page, 'undoReview', { ...to, body: { version } })
    return id
  }
  if (intent === 'take' || intent === 'give') {
    await callApi(page, 'assignReview', { ...to, body: { version, isMine: intent === 'take' } })
    return id
  }
  if (intent === 'snooze') {
    const day = textOf(form, 'day')
    const until = day === 'other' ? textOf(form, 'until') : day
    const reason = textOf(form, 'reason')
    const { next } = await callApi(page, 'snoozeReview', {
      ...to,
      body: { version, until, reason },
    })
    return next
  }
  if (intent === 'ask') {
    const { next } = await callApi(page, 'askReview', {
      ...to,
      body: {
        version,
        question: textOf(form, 'question') as BodyOf<Endpoints['askReview']>['question'],
        text: textOf(form, 'text'),
        until: textOf(form, 'until'),
      },
    })
    return next
  }
  if (intent === 'enter') {
    const told = { message: textOf(form, 'message'), reason: textOf(form, 'reason') }
    await callApi(page, 'enterReviewAppeal', { ...to, body: { version, ...told } })
    return id
  }
  const { next } = await callApi(page, 'decideReview', {
    ...to,
    body: {
      version,
      verdict: intent === 'approve' ? 'anerkannt' : 'abgelehnt',
      reason: textOf(form, 'reason') as BodyOf<Endpoints['decideReview']>['reason'],
      note: textOf(form, 'note'),
    },
  })
  return next
}

export { reloadOnConflict as shouldRevalidate } from './reload-on-conflict.ts'

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleReviews')('title'), robots: 'noindex' }
}

export function Component() {
  const { views, list, query, selections, decided, ...loaded } = useLoaderData<typeof loader>()
  const { found, place } = useNextCases(loaded.found, list.rows)
  const acted = useActionData<FormAnswer | { all: Sums } | Revealed<unknown>>()
  const answer = acted && 'errors' in acted ? acted : undefined
  const all = acted && 'all' in acted ? acted.all : null
  const mayDecide = useAbility().can('decide', 'reviews')
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleReviews')
  const columns = useMemo(() => reviewColumns(t, locale), [t, locale])
  const nameOf = ({ name, cents }: (typeof list.rows)[number]) =>
    t('row', { amount: formatCents(cents, locale), name: name ?? t('erased') })
  const filter = filterOf(query)
  const file =
    filter &&
    csvHref(mandant, 'showReviewsFile', {
      ...filter,
      ...askFile(query, { first: 'person', sorts, locale }),
    })
  return (
    <ConsoleList
      title={t('title')}
      page="ConsoleReviews"
      parameter="fall"
      views={views}
      list={list}
      spec={spec}
      query={query}
      columns={columns}
      countsTo={mostCounted}
      sumLabel={t('sum')}
      nameOf={nameOf}
      file={file}
      open={found}
      record={(found, close, toOther) => (
        <div className="min-w-0">
          <LastDecided last={decided} toOther={toOther} />
          <CaseFrame found={found} place={place}>
            <ReviewCase
              key={found.id}
              found={found}
              close={close}
              answer={answer}
              revealed={acted}
            />
          </CaseFrame>
        </div>
      )}
      selection={
        mayDecide
          ? {
              form: bulkForm,
              field: 'case',
              can: ({ outcome, isAppeal }) => outcome === null && !isAppeal,
              nameOf,
              centsOf: ({ cents }) => cents,
              all,
              offersAll: list.pageCount > 1,
              verbs: <BulkVerbs />,
            }
          : null
      }
      searchHint={t('search')}
      filters={[
        dueFilter(t('answerBy'), (due) => t(`due.${due}`)),
        {
          name: 'grund',
          title: t('reason'),
          kind: 'choice',
          choices: reviewReasons.map((value) => ({ value, title: t(`reason.${value}`) })),
        },
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
          name: 'art',
          title: t('kind'),
          kind: 'choice',
          choices: reviewKinds.map((value) => ({ value, title: t(`kind.${value}`) })),
        },
        {
          name: 'stand',
          title: t('state'),
          kind: 'choice',
          choices: states.map((value) => ({ value, title: t(`state.${value}`) })),
        },
      ]}
      none={{ title: t('none'), text: t('noneText') }}
    >
      {found ? null : (
        <LastDecided
          last={decided}
          isAlone
          toOther={(id) => ({ page: 'ConsoleReviews', values: { mandant, fall: id } })}
        />
      )}
      <WaitingSelections kind="reviews" selections={selections} mandant={mandant} />
      <PageForm
        id={bulkForm}
        rules={{}}
        labels={{}}
        answer={isOfBulk(answer) ? answer : undefined}
        draft={false}
      >
        {null}
      </PageForm>
    </ConsoleList>
  )
}

/** Without script its form can be sent without a verb. */
const isOfBulk = (answer: FormAnswer | undefined) =>
  /^(select-|choose-all$|$)/.test(answer?.values['intent'] ?? '')

function BulkVerbs() {
  const t = useTexts('consoleReviews')
  return (
    <>
      <button
        type="submit"
        form={bulkForm}
        name="intent"
        value="select-approve"
        className={controlClass('primary')}
      >
        {t('approveMany')}
      </button>
      <button
        type="submit"
        form={bulkForm}
        name="intent"
        value="select-refuse"
        className={controlClass('danger')}
      >
        {t('refuseMany')}
      </button>
    </>
  )
}
