import type { ReactNode } from 'react'
import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { abilitiesOf } from '../../domain/abilities.ts'
import { callApi } from '../api.ts'
import { refused, type FormAnswer } from '../form-answer.ts'
import { usePage } from '../page-context.tsx'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { textOf } from '../ui/form/rules.ts'
import { Notice } from '../ui/notice.tsx'
import { loadChoices } from './load-report.ts'
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

type Result = { number: string; outcome: string }
/** What a form of the list is answered with. */
export type Decided = { asked: string[] } | { results: Result[]; chosen: boolean }

/** Releases or refuses what was chosen in the list. */
export async function decideOrders(page: PageContext, form: FormData) {
  const one = textOf(form, 'one')
  const orders = (one ? [one] : form.getAll('order')).map(String).slice(0, 200)
  const intent = textOf(form, 'intent')
  if (orders.length === 0) return { results: [], chosen: false } satisfies Decided
  // Refusing cannot be taken back, so it is asked once more.
  if (!one && intent === 'ask') return { asked: orders } satisfies Decided
  try {
    const body = { action: intent === 'refuse' ? 'ablehnen' : 'freigeben', orders } as const
    const { results } = await callApi(page, 'decideAgencyOrders', { body })
    return { results, chosen: true } satisfies Decided
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
        <SubmitButton>{t('release.many')}</SubmitButton>
        <button
          type="submit"
          name="intent"
          value="ask"
          className={`${buttonClass('secondary')} w-full md:w-auto`}
        >
          {t('refuse.many')}
        </button>
      </div>
    </PageForm>
  )
  return (
    <>
      {answer && 'results' in answer ? <Results answer={answer} /> : null}
      {answer && 'asked' in answer ? <Question orders={answer.asked} /> : null}
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

function Question({ orders }: { orders: string[] }) {
  const t = useTexts('agencyReports')
  return (
    <div className="rounded-field border-2 border-danger bg-danger-tint p-4" role="alert">
      <p className="font-bold">{t('refuse.title', { count: orders.length })}</p>
      <p className="mt-1 mb-4">{t('refuse.text')}</p>
      <PageForm id="refuse" rules={{}} labels={{}} answer={undefined} draft={false}>
        <input type="hidden" name="intent" value="refuse" />
        {orders.map((order) => (
          <input key={order} type="hidden" name="order" value={order} />
        ))}
        <SubmitButton kind="danger">{t('refuse.submit', { count: orders.length })}</SubmitButton>
      </PageForm>
    </div>
  )
}

const outcomes = [
  'freigegeben',
  'abgelehnt',
  'unveraendert',
  'nicht-moeglich',
  'nicht-gefunden',
] as const

/** What became of the chosen orders, as many as there are of each outcome. */
function Results({
  answer: { results, chosen },
}: {
  answer: Extract<Decided, { results: unknown }>
}) {
  const t = useTexts('agencyReports')
  if (!chosen) return <Notice tone="danger" live title={t('release.nothing')} />
  const counted = outcomes
    .map((outcome) => [outcome, results.filter((one) => one.outcome === outcome)] as const)
    .filter(([, found]) => found.length > 0)
  const failed = counted.some(([outcome]) => outcome.startsWith('nicht'))
  return (
    <Notice tone={failed ? 'danger' : 'success'} live>
      {counted.map(([outcome, found]) => (
        <p key={outcome} className="font-bold">
          {t(`outcome.${outcome}`, { count: found.length })}
        </p>
      ))}
    </Notice>
  )
}
