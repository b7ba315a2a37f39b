import { useMemo } from 'react'
import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { refusalWords } from '../../contract/refusal-words.ts'
import { mostOfFilter } from '../../domain/order.ts'
import { mostNoteLetters } from '../../domain/refusal.ts'
import { callApi } from '../runtime/api.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { useTexts } from '../runtime/texts.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, chosen, maxLength, required, textOf } from '../ui/form/rules.ts'
import { Notice } from '../ui/notice.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { noDaysOf, type TableQuery } from '../ui/table/table-address.ts'
import type { TableSelection } from '../ui/table/table-types.ts'
import type { SumOfChosen } from '../ui/table/use-sum-of-chosen.ts'
import type { Asked, Results, Seen } from './decided-orders.ts'
import type { AgencyRecord } from './load-record.ts'
import { loadChoices } from './load-report.ts'
import { DiffersFromList, OrderQuestion } from './order-question.tsx'
import { OrderResults } from './order-results.tsx'
import { askReport, bodyOf, readReport, reportSpec } from './read-report.ts'
import { sortsOf, type ReportRow } from './report-columns.tsx'
import { ReportSection } from './report-section.tsx'
import { useMayRelease } from './use-may-release.ts'

const orderSpec = reportSpec(sortsOf.auftraege)

export async function loadOrders(page: PageContext, request: Request) {
  const query = readReport(request, orderSpec)
  const body = bodyOf(query)
  const [report, choices, waiting] = await Promise.all([
    askReport(query, orderSpec, () =>
      callApi(page, 'listAgencyOrders', { params: { agency: 'alle' }, body }),
    ),
    loadChoices(page),
    isEarnless(query) && noDaysOf(query, orderSpec).length === 0
      ? callApi(page, 'sumReleasableOrders', { body: { filter: body.filter } })
      : null,
  ])
  return { query, report, choices, waiting: waiting?.inRowsCents ?? null }
}

/** No row of such a list has earned anything yet; amounts are expected ones. */
const isEarnless = ({ filters: { status = [] } }: TableQuery) =>
  status.length > 0 && status.every((one) => one === 'Bestaetigt' || one === 'Gemeldet')

/** `inRowsCents`: sum of the rows' amounts, which assume that all waiting orders are released. */
type AllChosen = { all: Seen | null } // null: too many
export type Decided = Asked | Results | AllChosen | SumOfChosen

const refusalRules = { reason: [chosen], note: [maxLength(mostNoteLetters)] }
const ownWordsRules = { ...refusalRules, note: [required, maxLength(mostNoteLetters)] }
const actions = { release: 'freigeben', refuse: 'ablehnen', undo: 'zuruecknehmen' } as const

/** Releases or refuses the chosen orders or all matches, or takes that back. */
export async function decideOrders(
  page: PageContext,
  request: Request,
  form: FormData,
): Promise<Decided | FormAnswer | ReturnType<typeof refused>> {
  const intent = textOf(form, 'intent')
  const { filter } = bodyOf(readReport(request, orderSpec))
  const isAll = form.has('all') && intent !== 'undo'
  const orders = isAll ? null : form.getAll('order').map(String)
  const what = intent === 'ask-refuse' || intent === 'refuse' ? 'refuse' : 'release'
  if (orders?.length === 0) return { results: [], chosen: false, what, until: null, since: null }
  if (orders && orders.length > mostOfFilter) return { all: null }
  try {
    if (intent === 'sum' && orders) {
      const asked = await callApi(page, 'sumReleasableOrders', { body: { orders } })
      return { of: textOf(form, 'of'), sum: asked.expectedCents, inRows: asked.inRowsCents }
    }
    if (intent.startsWith('ask-') || intent === 'choose-all') {
      const meant = intent === 'choose-all' || orders === null ? { filter } : { orders }
      const sums = await callApi(page, 'sumReleasableOrders', { body: meant })
      const { count, expectedCents, feeCents, inRowsCents } = sums
      const seen =
        expectedCents === null || feeCents === null || inRowsCents === null
          ? null
          : { count, expectedCents, feeCents, inRowsCents }
      if (intent === 'choose-all' || seen === null) return { all: seen }
      return { asked: orders, seen, what }
    }
    const seen = seenIn(form)
    const action = intent === 'undo' ? actions.undo : actions[what]
    const [reason, note] = [textOf(form, 'reason'), textOf(form, 'note')]
    if (action === 'ablehnen') {
      const errors = checkForm(form, reason === refusalWords.other ? ownWordsRules : refusalRules)
      if (Object.keys(errors).length > 0)
        return { asked: orders, seen, what, problem: invalid(form, errors).data }
    }
    const why = action === 'ablehnen' ? { reason, ...(note ? { note } : {}) } : {}
    const { inRowsCents: _, ...known } = seen
    const which = orders ? { orders } : { all: { filter, ...known } }
    const body = { action, ...which, ...why }
    const since = typeof document === 'undefined' ? null : performance.now()
    const { results, until, changed } = await callApi(page, 'decideAgencyOrders', { body })
    if (changed) return { asked: null, seen: changed, what, isChanged: true }
    const done = intent === 'undo' ? 'undo' : what
    return { results, chosen: true, what: done, until, since }
  } catch (error) {
    const answer = refused(form, error)
    // The question stays open, with what was typed into it.
    const isQuestion = intent === 'release' || intent === 'refuse'
    return isQuestion ? { asked: orders, seen: seenIn(form), what, problem: answer.data } : answer
  }
}

/** What the question showed, as sent back with its answer. */
const seenIn = (form: FormData): Seen => {
  const read = (name: string) => Number.parseInt(textOf(form, name), 10) || 0
  return {
    count: read('count'),
    expectedCents: read('expected'),
    feeCents: read('fee'),
    inRowsCents: read('inRows'),
  }
}

/** All matches stay chosen while the question about them is open. */
function allIn(answer: Decided | FormAnswer | undefined) {
  const seen =
    answer && 'all' in answer
      ? answer.all
      : answer && 'asked' in answer && !answer.asked
        ? answer.seen
        : null
  return seen && { count: seen.count, cents: seen.expectedCents, inRows: seen.inRowsCents }
}

export function OrderList({
  page,
  list: { query, report, choices, waiting },
  record,
  answer,
}: {
  page: PageName
  list: Awaited<ReturnType<typeof loadOrders>>
  record: AgencyRecord | null
  answer: Decided | FormAnswer | undefined
}) {
  const t = useTexts('agencyReports')
  const mayRelease = useMayRelease()
  const all = useMemo(() => allIn(answer), [answer])
  const selection: TableSelection<ReportRow> = {
    form: 'orders',
    field: 'order',
    can: (row) => row.isReleasable,
    nameOf: (row) => t('order', { number: row.number ?? row.id }),
    centsOf: (row) => row.expectedCents ?? row.cents ?? 0,
    sumIntent: 'sum',
    differs: (cents) => <DiffersFromList cents={cents} />,
    isAsked: answer !== undefined && 'asked' in answer,
    most: mostOfFilter,
    all,
    offersAll: report.pageCount > 1,
    verbs: (
      <>
        <button
          type="submit"
          form="orders"
          name="intent"
          value="ask-release"
          className={controlClass('primary')}
        >
          {t('release.many')}
        </button>
        <button
          type="submit"
          form="orders"
          name="intent"
          value="ask-refuse"
          className={controlClass('danger')}
        >
          {t('refuse.many')}
        </button>
      </>
    ),
  }
  return (
    <>
      {answer && 'results' in answer ? <OrderResults answer={answer} /> : null}
      {answer && 'all' in answer && answer.all === null ? (
        <Notice tone="danger" live title={t('decide.tooMany', { count: mostOfFilter })} />
      ) : null}
      {answer && 'asked' in answer ? <OrderQuestion asked={answer} rows={report.rows} /> : null}
      <PageForm
        id="orders"
        rules={{}}
        labels={{}}
        answer={answer && 'errors' in answer ? answer : undefined}
        draft={false}
      >
        {null}
      </PageForm>
      <ReportSection
        page={page}
        name="auftraege"
        query={query}
        report={report}
        sum={
          !isEarnless(query)
            ? { label: t('sum.orders'), cents: report.sums?.cents ?? 0 }
            : waiting === null
              ? null
              : { label: t('sum.waiting'), cents: waiting }
        }
        choices={choices}
        selection={mayRelease ? selection : null}
        record={record}
      />
    </>
  )
}
