import { useSearchParams } from 'react-router'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Question } from '../ui/question.tsx'
import type { OwnReferral } from './summarise-referrals.ts'

/** The question is a state of the address, to work without script. */
export function WithdrawReferral({
  referral,
  named,
  answer,
}: {
  referral: OwnReferral
  named: string // what tells it from the others
  answer: FormAnswer | undefined
}) {
  const [search] = useSearchParams()
  const t = useTexts('dashboard')
  const { number, status, recipients } = referral
  if (status !== 'Offen' || recipients.length > 0) return null
  if (search.get('withdraw') !== number && !answer) {
    return (
      <PageLink
        page="Dashboard"
        values={{ withdraw: number }}
        aria-label={t('withdraw.openFull', { product: named })}
        className={`${buttonClass('quiet')} w-full md:w-auto`}
        preventScrollReset
      >
        {t('withdraw.open')}
      </PageLink>
    )
  }
  return (
    <Question
      id={`withdraw-${number}`}
      title={t('withdraw.title')}
      text={t('withdraw.text')}
      values={{ intent: 'withdraw', number }}
      submit={t('withdraw.submit')}
      cancel={{ page: 'Dashboard', label: t('cancel') }}
      answer={answer}
    />
  )
}
