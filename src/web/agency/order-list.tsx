import type { ReactNode } from 'react'
import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { refusalWords } from '../../contract/refusal-words.ts'
import { abilitiesOf } from '../../domain/abilities.ts'
import { mostNoteLetters } from '../../domain/refusal.ts'
import { callApi } from '../api.ts'
import { invalid, refused, type FormAnswer } from '../form-answer.ts'
import { usePage } from '../page-context.tsx'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, chosen, maxLength, required, textOf } from '../ui/form/rules.ts'
import { loadChoices } from './load-report.ts'
import { OrderQuestion } from './order-question.tsx'
import { OrderResults } from './order-results.tsx'
import { bodyOf, columns, readReport } from './read-report.ts'
import { ReportSection } from './report-section.tsx'
import type { Cell, ReportRow } from './report-table.tsx'

const cells: readonly Cell[] = [
  { name: 'column.contractOn', sort: 'Datum', of: 'day', withNumber: true },
  { name: 'column.referrer', sort: 'Empfehler', of: 'referrer' },
  { name: 'column.product', sort: 'Produkt', of: 'product' },
  { name: 'column.status', sort: 'Status', of: 'status' },
  { name: 'column.employee', sort: 'Mitarbeiter', of: 'employee' },
  { name: 'column.reward', sort: 'Wert', of: 'cents' },
]
const statuses = ['Gemeldet', 'Bestaetigt', 'Freigegeben', 'Storniert']

export async function loadOrders(page: PageContext, request: Request) {
  const query = readReport(new URL(request.url).searchParams, columns)
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

/** The orders with what is done with them: of a page of their own, or behind a tab. */
export function OrderList({
  page,
  kept,
  list: { query, report, choices },
  answer,
}: {
  page: PageName
  kept?: Record<string, string>
  list: Awaited<ReturnType<typeof loadOrders>>
  answer: Decided | FormAnswer | undefined
}) {
  const { agencyUser } = usePage()
  const t = useTexts('agencyReports')
  const mayRelease = abilitiesOf(agencyUser?.role ?? null).can('release', 'order-report')
  const canRelease = mayRelease && report.rows.some(({ isReleasable }) => isReleasable)
  const choose = (row: ReportRow) =>
    row.isReleasable ? (
      <label className="-ml-2 inline-flex min-h-11 min-w-11 items-center gap-3 px-2">
        <input type="checkbox" name="order" value={row.id} className="size-6 shrink-0" />
        <span className="@[56rem]:sr-only">
          {t('release.choose', { number: row.number ?? row.id })}
        </span>
      </label>
    ) : null
  const act = (row: ReportRow) =>
    row.isReleasable ? (
      <button
        type="submit"
        name="one"
        value={row.id}
        aria-label={t('release.oneFull', { number: row.number ?? row.id })}
        className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4 hover:no-underline"
      >
        {t('release.one')}
      </button>
    ) : null
  const form = (rows: ReactNode) => (
    <PageForm
      id="orders"
      rules={{}}
      labels={{}}
      answer={answer && 'errors' in answer ? answer : undefined}
      draft={false}
    >
      {rows}
      <div className="flex flex-col gap-3 md:flex-row">
        <button
          type="submit"
          name="intent"
          value="ask-release"
          className={`${buttonClass()} w-full md:w-auto`}
        >
          {t('release.many')}
        </button>
        <button
          type="submit"
          name="intent"
          value="ask-refuse"
          className={`${buttonClass('secondary')} w-full md:w-auto`}
        >
          {t('refuse.many')}
        </button>
      </div>
    </PageForm>
  )
  return (
    <>
      {answer && 'results' in answer ? <OrderResults answer={answer} /> : null}
      {answer && 'asked' in answer ? (
        <OrderQuestion asked={answer} rows={report.rows} page={page} kept={kept} />
      ) : null}
      <ReportSection
        page={page}
        {...(kept ? { kept } : {})}
        name="auftraege"
        statuses={statuses}
        cells={cells}
        query={query}
        report={report}
        choices={choices}
        {...(canRelease ? { choose, act, form } : {})}
      />
    </>
  )
}
