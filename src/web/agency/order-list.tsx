import { useMemo } from 'react'
import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { refusalWords } from '../../contract/refusal-words.ts'
import { mostOfFilter } from '../../domain/order.ts'
import { mostNoteLetters } from '../../domain/refusal.ts'
import { callApi } from '../api.ts'
import { invalid, refused, type FormAnswer } from '../form-answer.ts'
import { useTexts } from '../texts.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, chosen, maxLength, required, textOf } from '../ui/form/rules.ts'
import { Notice } from '../ui/notice.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import type { TableSelection } from '../ui/table/table-types.ts'
import type { AgencyRecord } from './load-record.ts'
import { loadChoices } from './load-report.ts'
import { OrderQuestion } from './order-question.tsx'
import { OrderResults } from './order-results.tsx'
import { askReport, bodyOf, readReport, reportSpec } from './read-report.ts'
import { sortsOf, type ReportRow } from './report-columns.tsx'
import { ReportSection } from './report-section.tsx'
import { useMayRelease } from './use-may-release.ts'

const orderSpec = reportSpec(sortsOf.auftraege)

export async function loadOrders(page: PageContext, request: Request) {
  const query = readReport(request, orderSpec)
  const [report, choices] = await Promise.all([
    askReport(query, orderSpec, () =>
      callApi(page, 'listAgencyOrders', { params: { agency: 'alle' }, body: bodyOf(query) }),
    ),
    loadChoices(page),
  ])
  return { query, report, choices }
}

type Seen = { count: number; expectedCents: number; feeCents: number }

/** The question before many are decided: which, and what they come to as the server knows them. */
export type Asked = {
  asked: string[] | null // null: all that match, on all pages
  seen: Seen
  what: 'release' | 'refuse'
  isChanged?: boolean // the list is not what was seen before
  problem?: FormAnswer
}
export type Results = {
  results: { number: string; outcome: string }[]
  chosen: boolean
  until: string | null
}
type AllChosen = { all: Seen | null } // null: too many
/** What a form of the list is answered with. */
export type Decided = Asked | Results | AllChosen

const refusalRules = { reason: [chosen], note: [maxLength(mostNoteLetters)] }
const ownWordsRules = { ...refusalRules, note: [required, maxLength(mostNoteLetters)] }
const actions = { release: 'freigeben', refuse: 'ablehnen', undo: 'zuruecknehmen' } as const

/** Releases or refuses what was chosen in the list, or all that match it, or takes that back. */
export async function decideOrders(
  page: PageContext,
  request: Request,
  form: FormData,
): Promise<Decided | FormAnswer | ReturnType<typeof refused>> {
  const intent = textOf(form, 'intent')
  const { filter } = bodyOf(readReport(request, orderSpec))
  const isAll = form.has('all') && intent !== 'undo'
  const orders = isAll ? null : form.getAll('order').map(String)
  if (orders?.length === 0) return { results: [], chosen: false, until: null }
  const what = intent === 'ask-refuse' || intent === 'refuse' ? 'refuse' : 'release'
  try {
    if (intent.startsWith('ask-') || intent === 'choose-all') {
      const meant = intent === 'choose-all' || orders === null ? { filter } : { orders }
      const sums = await callApi(page, 'sumReleasableOrders', { body: meant })
      const { count, expectedCents, feeCents } = sums
      const seen =
        expectedCents === null || feeCents === null ? null : { count, expectedCents, feeCents }
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
    const which = orders ? { orders } : { all: { filter, ...seen } }
    const body = { action, ...which, ...why }
    const { results, until, changed } = await callApi(page, 'decideAgencyOrders', { body })
    if (changed) return { asked: null, seen: changed, what, isChanged: true }
    return { results, chosen: true, until }
  } catch (error) {
    return refused(form, error)
  }
}

/** What the question showed, as it comes back with its answer. */
const seenIn = (form: FormData): Seen => {
  const read = (name: string) => Number.parseInt(textOf(form, name), 10) || 0
  return { count: read('count'), expectedCents: read('expected'), feeCents: read('fee') }
}

/** All that match stay chosen while the question about them is open. */
function allIn(answer: Decided | FormAnswer | undefined) {
  const seen =
    answer && 'all' in answer
      ? answer.all
      : answer && 'asked' in answer && !answer.asked
        ? answer.seen
        : null
  return seen && { count: seen.count, cents: seen.expectedCents }
}

/** The orders with what is done with them. */
export function OrderList({
  page,
  list: { query, report, choices },
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
    sumLater: t('sumLater'),
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
        choices={choices}
        selection={mayRelease ? selection : null}
        record={record}
      />
    </>
  )
}
