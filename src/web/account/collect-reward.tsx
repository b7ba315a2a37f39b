import { Gift } from 'lucide-react'
import { formatCents } from '../../domain/money.ts'
import { shortFormat } from '../../domain/short-format.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { formatDate } from '../ui/format-date.ts'
import type { Summary } from './summarise-referrals.ts'

/** A reward ready to collect, with a button to its page. Submitted as a document: the answer holds the reward's token. */
export function CollectReward({
  reward,
  answer,
}: {
  reward: Summary['toCollect'][number]
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const t = useTexts('dashboard')
  const { id, cents, product, until, problem } = reward
  return (
    <Card
      as="section"
      pad="small"
      tone="border-2 border-success bg-success-tint"
      className="flex flex-col gap-4 text-text md:flex-row md:items-center md:gap-6"
    >
      <Gift aria-hidden="true" className="size-10 shrink-0 text-success max-md:hidden" />
      <div className="grow">
        <h2 className="text-xl font-bold text-text">
          {t('dash.collectTitle', { amount: formatCents(cents, locale) })}
        </h2>
        <p className="mt-1">
          {product === null
            ? t('dash.collectGoodwill')
            : t('dash.collectText', { product: shortFormat(product) })}
        </p>
        {problem ? (
          <p className="mt-1 font-semibold text-danger">
            {t('dash.collectProblem', { reason: problem.replace(/\.$/, '') })}
          </p>
        ) : null}
        {until ? (
          <p className="mt-1 font-semibold">
            {t('dash.collectUntil', { date: formatDate(until, locale) })}
          </p>
        ) : null}
      </div>
      <div className="shrink-0">
        <PageForm
          id={`collect-${id}`}
          rules={{}}
          labels={{}}
          answer={answer}
          asDocument
          draft={false}
        >
          <input type="hidden" name="reward" value={id} />
          <SubmitButton>{t('dash.collectOpen')}</SubmitButton>
        </PageForm>
      </div>
    </Card>
  )
}
