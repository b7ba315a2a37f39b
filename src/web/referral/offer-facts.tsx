import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { TextLink } from '../ui/text-link.tsx'

export type OfferTerms = {
  firstName: string
  recipientCents: number
  recipientAmount: string
  referrerCents: number
  referrerAmount: string
  referrerMayGetMore: boolean
  price: { monthlyCents: number; oneOffCents: number; text: string | null } | null
}

/** What a stranger needs to trust a link: what happens next, what it costs, who earns by it, who offers it. */
export function OfferFacts({ offer }: { offer: OfferTerms }) {
  const { tenant, locale } = usePage()
  const t = useTexts('recipient')
  const { firstName: name, recipientAmount: amount, price } = offer
  const money = (cents: number) => formatCents(cents, locale)
  const steps = [
    t('steps.data'),
    t('steps.look', { tenant: tenant.name }),
    offer.recipientCents > 0 ? t('steps.reward', { amount }) : t('steps.decide'),
  ]
  return (
    <aside className="flex min-w-0 flex-col gap-6">
      <div>
        <h2 className="mb-3 text-xl font-bold">{t('steps.title')}</h2>
        <ol className="flex flex-col gap-2.5">
          {steps.map((step, index) => (
            <li key={step} className="flex gap-3">
              <span
                aria-hidden="true"
                className="grid size-8 shrink-0 place-items-center rounded-full bg-hero font-bold text-hero-text"
              >
                {index + 1}
              </span>
              <span className="min-w-0 pt-0.5">{step}</span>
            </li>
          ))}
        </ol>
      </div>
      <dl className="flex flex-col gap-4 text-base">
        {price ? (
          <Fact label={t('facts.price')}>
            {price.text ?? t('facts.monthly', { amount: money(price.monthlyCents) })}
            {price.oneOffCents > 0
              ? `, ${t('facts.once', { amount: money(price.oneOffCents) })}`
              : null}
          </Fact>
        ) : null}
        <Fact label={t('facts.referrer', { name })}>
          {t(
            offer.referrerCents === 0
              ? 'facts.gives'
              : offer.referrerMayGetMore
                ? 'facts.earnsMore'
                : 'facts.earns',
            { name, amount: offer.referrerAmount },
          )}
        </Fact>
        <Fact label={t('facts.provider')}>
          {tenant.legalName}
          <span className="flex flex-wrap gap-x-5">
            <TextLink page="Imprint">{t('facts.imprint')}</TextLink>
            <TextLink page="Contact">{t('problem.contact')}</TextLink>
          </span>
        </Fact>
      </dl>
    </aside>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="font-bold">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
