import { useSearchParams } from 'react-router'
import { planInForce } from '../../domain/bonus.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { wholeEuros } from '../../domain/money.ts'
import { Card } from '../ui/card.tsx'
import { Question } from '../ui/question.tsx'
import { TextLink } from '../ui/text-link.tsx'

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
        <Card as="li" pad="compact" tone={toneOf(standard)}>
          <Head
            plan={{ ...standard, name: t('plan.standard') }}
            state={standard.inForce ? 'now' : null}
          >
            <p className="text-base text-muted">{t('plan.standardText')}</p>
          </Head>
          <PlanAmounts plan={standard} />
        </Card>
      </ul>
    </section>
  )
}

const toneOf = ({ inForce }: Amounts) =>
  inForce ? 'border-2 border-primary bg-surface' : undefined

function PlanCard({ plan, plans, today, mayDelete, answer }: Of & { plan: Plan }) {
  const { locale } = usePage()
  const t = useTexts('agencyMoney')
  const [search] = useSearchParams()
  const own = answer?.values.id === plan.id ? answer : undefined
  const asked = own !== undefined || search.get('delete') === plan.id
  const state = plan.inForce ? 'now' : plan.validFrom > today ? 'later' : 'before'
  return (
    <Card as="li" pad="compact" tone={toneOf(plan)}>
      <Head plan={plan} state={state}>
        <p className="text-base text-muted">
          {t('plan.since', { date: formatDate(plan.validFrom, locale) })}
        </p>
      </Head>
      <PlanAmounts plan={plan} />
      {mayDelete && !asked ? (
        <TextLink
          page="AgencyBonusPlan"
          values={{ delete: plan.id }}
          preventScrollReset
          aria-label={t('plan.deleteFull', { name: plan.name })}
          className="mt-1"
        >
          {t('plan.deleteOpen')}
        </TextLink>
      ) : null}
      {mayDelete && asked ? (
        <DeleteQuestion plan={plan} plans={plans} today={today} answer={own} />
      ) : null}
    </Card>
  )
}

const tones = {
  now: 'bg-primary text-on-primary',
  later: 'bg-tint text-primary-text',
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
          <dd className="font-heading text-2xl font-bold text-primary-text tabular-nums">
            {wholeEuros(cents, locale)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows what applies after deletion; a state of the address, to work without script. */
function DeleteQuestion({
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
    <Question
      id={`delete-${plan.id}`}
      title={t('plan.deleteTitle', { name: plan.name })}
      text={t('plan.deleteText', { next: next?.name ?? t('plan.standard') })}
      values={{ intent: 'delete', id: plan.id }}
      submit={t('plan.deleteSubmit')}
      cancel={{ page: 'AgencyBonusPlan', label: t('plan.cancel') }}
      answer={answer}
      className="mt-4"
    />
  )
}
