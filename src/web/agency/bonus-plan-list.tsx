import { useSearchParams } from 'react-router'
import { planInForce } from '../../domain/bonus.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { formatDate } from '../ui/format-date.ts'
import { wholeEuros } from '../../domain/money.ts'

type Amounts = {
  name: string
  fixedCents: number
  stages: { from: number; cents: number }[]
  periodMonths: number
  inForce: boolean
}
export type Plan = Amounts & { id: string; validFrom: string }

type Of = { plans: Plan[]; today: string; mayDelete: boolean; answer: FormAnswer | undefined }

/** The agency's plans, newest first, and the default last. */
export function BonusPlanList({ plans, standard, ...rest }: Of & { standard: Amounts }) {
  const t = useTexts('agencyMoney')
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="mb-3 text-xl font-bold">
        {t('plan.listTitle')}
      </h2>
      <ul className="grid gap-3">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} plans={plans} {...rest} />
        ))}
        <li className={cardClass(standard.inForce)}>
          <Head
            plan={{ ...standard, name: t('plan.standard') }}
            state={standard.inForce ? 'now' : null}
          >
            <p className="text-base text-muted">{t('plan.standardText')}</p>
          </Head>
          <PlanAmounts plan={standard} />
        </li>
      </ul>
    </section>
  )
}

const cardClass = (inForce: boolean) =>
  `rounded-card bg-surface p-4 md:p-5 ${inForce ? 'border-2 border-primary' : 'border border-hairline'}`

function PlanCard({ plan, plans, today, mayDelete, answer }: Of & { plan: Plan }) {
  const { locale } = usePage()
  const t = useTexts('agencyMoney')
  const [search] = useSearchParams()
  const own = answer?.values.id === plan.id ? answer : undefined
  const asked = own !== undefined || search.get('delete') === plan.id
  const state = plan.inForce ? 'now' : plan.validFrom > today ? 'later' : 'before'
  return (
    <li className={cardClass(plan.inForce)}>
      <Head plan={plan} state={state}>
        <p className="text-base text-muted">
          {t('plan.since', { date: formatDate(plan.validFrom, locale) })}
        </p>
      </Head>
      <PlanAmounts plan={plan} />
      {mayDelete && !asked ? (
        <PageLink
          page="AgencyBonusPlan"
          values={{ delete: plan.id }}
          preventScrollReset
          aria-label={t('plan.deleteFull', { name: plan.name })}
          className="mt-1 inline-flex min-h-11 items-center text-link underline underline-offset-4 hover:no-underline"
        >
          {t('plan.deleteOpen')}
        </PageLink>
      ) : null}
      {mayDelete && asked ? (
        <Question plan={plan} plans={plans} today={today} answer={own} />
      ) : null}
    </li>
  )
}

const tones = {
  now: 'bg-primary text-on-primary',
  later: 'bg-tint text-primary',
  before: 'bg-background text-muted',
} as const

function Head({
  plan,
  state,
  children,
}: {
  plan: Amounts
  state: keyof typeof tones | null
  children: React.ReactNode
}) {
  const t = useTexts('agencyMoney')
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <h3 className="text-lg font-bold wrap-anywhere">{plan.name}</h3>
        {children}
      </div>
      {state ? (
        <span className={`rounded-field px-2 py-0.5 text-base font-semibold ${tones[state]}`}>
          {t(`plan.state.${state}`)}
        </span>
      ) : null}
    </div>
  )
}

function PlanAmounts({ plan }: { plan: Amounts }) {
  const { locale } = usePage()
  const t = useTexts('agencyMoney')
  return (
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-3">
      {[{ from: 1, cents: plan.fixedCents }, ...plan.stages].map(({ from, cents }) => (
        <div key={from} className="flex flex-col-reverse">
          <dt className="text-base text-muted">
            {from === 1
              ? t('plan.each')
              : t('plan.additional', { from, months: plan.periodMonths })}
          </dt>
          <dd className="font-heading text-2xl font-bold text-primary tabular-nums">
            {wholeEuros(cents, locale)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows what applies after deletion; a state of the address, to work without script. */
function Question({
  plan,
  plans,
  today,
  answer,
}: {
  plan: Plan
  plans: Plan[]
  today: string
  answer: FormAnswer | undefined
}) {
  const t = useTexts('agencyMoney')
  // Newest first: of two plans from one day, the first applies.
  const others = plans
    .filter(({ id }) => id !== plan.id)
    .map((one, index) => ({ ...one, planId: one.id, createdAt: String(1000 - index) }))
  const next = planInForce(others, plan.validFrom > today ? plan.validFrom : today)
  return (
    <div className="mt-4 rounded-field border-2 border-danger bg-danger-tint p-4">
      <p className="font-bold">{t('plan.deleteTitle', { name: plan.name })}</p>
      <p className="mt-1 mb-4">
        {t('plan.deleteText', { next: next?.name ?? t('plan.standard') })}
      </p>
      <PageForm id={`delete-${plan.id}`} rules={{}} labels={{}} answer={answer} draft={false}>
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="id" value={plan.id} />
        <div className="flex flex-col gap-3 md:flex-row">
          <SubmitButton kind="danger">{t('plan.deleteSubmit')}</SubmitButton>
          <PageLink page="AgencyBonusPlan" className={buttonClass('secondary')} preventScrollReset>
            {t('plan.cancel')}
          </PageLink>
        </div>
      </PageForm>
    </div>
  )
}
