import { paymentWeeks } from '../../domain/payment-range.ts'
import { RichText } from '../ui/rich-text.tsx'
import { useTexts } from '../runtime/texts.ts'
import { TextLink } from '../ui/text-link.tsx'

/** From contract to payment, with the announced range of weeks. */
export function PaymentSteps() {
  const t = useTexts('help')
  const steps = [
    [t('overview.step1Title'), t('overview.step1')],
    [t('overview.step2Title'), t('overview.step2')],
    [t('overview.step3Title'), t('overview.step3', paymentWeeks)],
  ] as const
  return (
    <section aria-labelledby="overview-when" className="mt-14">
      <h2 id="overview-when" className="section-title">
        {t('overview.when')}
      </h2>
      <ol className="steps-list mt-6 grid gap-6 lg:grid-cols-3">
        {steps.map(([title, text], index) => (
          <li key={title} className="step">
            <span aria-hidden="true" className="step-number">
              {index + 1}
            </span>
            <div className="min-w-0">
              <h3 className="text-xl font-bold">{title}</h3>
              <p className="mt-1.5">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-8">
        <RichText
          area="help"
          text="overview.rules"
          parts={{
            terms: <TextLink page="TOS" inText />,
            faq: <TextLink page="Faq" inText />,
          }}
        />
      </p>
    </section>
  )
}
