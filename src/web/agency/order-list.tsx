import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { refusalWords } from '../../contract/refusal-words.ts'
import { mostNoteLetters } from '../../domain/refusal.ts'
import { callApi } from '../api.ts'
import { invalid, refused, type FormAnswer } from '../form-answer.ts'
import { useTexts } from '../texts.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, chosen, maxLength, required, textOf } from '../ui/form/rules.ts'
import { controlClass } from '../ui/table/control-class.ts'
import type { TableSelection } from '../ui/table/table-types.ts'
import type { AgencyRecord } from './load-record.ts'
import { loadChoices } from './load-report.ts'
import { OrderQuestion } from './order-question.tsx'
import { OrderResults } from './order-results.tsx'
import { bodyOf, readReport, reportSpec } from './read-report.ts'
import { sortsOf, type ReportRow } from './report-columns.tsx'
import { ReportSection } from './report-section.tsx'
import { useMayRelease } from './use-may-release.ts'

const orderSpec = reportSpec(sortsOf.auftraege)

export async function loadOrders(page: PageContext, request: Request) {
  const query = readReport(request, orderSpec)
  const [report, choices] = await Promise.all([
    callApi(page, 'listAgencyOrders', { params: { agency: 'alle' }, body: bodyOf(query) }),
    loadChoices(page),
  ])
  return { query, report, choices }
}

export type Asked = { asked: string[]; what: 'release' | 'refuse'; problem?: FormAnswer }
export type Results = {
  results: { number: string; outcome: string }[]
  chosen: boolean
  until: string | null
}
/** What a form of the list is answered with. */
export type Decided = Asked | Results

const refusalRules = { reason: [chosen], note: [maxLength(mostNoteLetters)] }
const ownWordsRules = { ...refusalRules, note: [required, maxLength(mostNoteLetters)] }
const actions = { release: 'freigeben', refuse: 'ablehnen', undo: 'zuruecknehmen' } as const

/** Releases or refuses what was chosen in the list, or takes that back. */
export async function decideOrders(
  page: PageContext,
  form: FormData,
): Promise<Decided | FormAnswer | ReturnType<typeof refused>> {
  const one = textOf(form, 'one')
  const orders = (one ? [one] : form.getAll('order')).map(String).slice(0, 200)
  const intent = textOf(form, 'intent')
  if (orders.length === 0) return { results: [], chosen: false, until: null }
  // A single order shows its amount beside its button; of many the sum is in the question.
  if (!one && intent === 'ask-release') return { asked: orders, what: 'release' }
  if (!one && intent === 'ask-refuse') return { asked: orders, what: 'refuse' }
  const action = actions[intent === 'refuse' || intent === 'undo' ? intent : 'release']
  const [reason, note] = [textOf(form, 'reason'), textOf(form, 'note')]
  if (action === 'ablehnen') {
    const errors = checkForm(form, reason === refusalWords.other ? ownWordsRules : refusalRules)
    if (Object.keys(errors).length > 0)
      return { asked: orders, what: 'refuse', problem: invalid(form, errors).data }
  }
  try {
    const why = action === 'ablehnen' ? { reason, ...(note ? { note } : {}) } : {}
    const body = { action, orders, ...why }
    const { results, until } = await callApi(page, 'decideAgencyOrders', { body })
    return { results, chosen: true, until }
  } catch (error) {
    return refused(form, error)
  }
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
  const selection: TableSelection<ReportRow> = {
    form: 'orders',
    field: 'order',
    can: (row) => row.isReleasable,
    nameOf: (row) => t('order', { number: row.number ?? row.id }),
    centsOf: (row) => row.expectedCents ?? row.cents ?? 0,
    all: null,
    verbs: () => (
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
