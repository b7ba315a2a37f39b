import type { FormAnswer } from '../ui/form/form-answer.ts'
import { usePage } from '../runtime/page-context.tsx'
import { rewardIntent } from './open-reward.ts'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { formatDate } from '../ui/format-date.ts'
import type { Own } from './open-own.ts'

/** The recipient's waiting reward with the button that opens it; nothing if there is none. */
export function OwnReward({ own, answer }: { own: Own; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const t = useTexts('own')
  const { reward } = own
  if (reward?.status !== 'Bereitgestellt') return null
  return (
    <Card>
      <h2 className="text-xl font-bold">{t('reward.title', { amount: reward.amount })}</h2>
      <p className="mt-2">
        {reward.expiresOn
          ? t('reward.until', { date: formatDate(reward.expiresOn, locale) })
          : t('reward.text')}
      </p>
      <div className="mt-5">
        <OpenRewardForm answer={answer} />
      </div>
    </Card>
  )
}

/** As a document: the answer holds the reward's token. */
export function OpenRewardForm({ answer }: { answer: FormAnswer | undefined }) {
  const t = useTexts('own')
  return (
    <PageForm id="own-reward" rules={{}} labels={{}} answer={answer} asDocument draft={false}>
      <input type="hidden" name="intent" value={rewardIntent} />
      <div>
        <SubmitButton>{t('reward.open')}</SubmitButton>
      </div>
    </PageForm>
  )
}
