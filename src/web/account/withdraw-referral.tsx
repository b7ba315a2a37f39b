import { useSearchParams } from 'react-router'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import type { OwnReferral } from './summarise-referrals.ts'

/** The question is a state of the address, to work without script. */
export function WithdrawReferral({
  referral,
  answer,
}: {
  referral: OwnReferral
  answer: FormAnswer | undefined
}) {
  const [search] = useSearchParams()
  const t = useTexts('dashboard')
  const { number, product, status, recipients } = referral
  if (status !== 'Offen' || recipients.length > 0) return null
  if (search.get('withdraw') !== number && !answer) {
    return (
      <PageLink
        page="Dashboard"
        values={{ withdraw: number }}
        aria-label={t('withdraw.openFull', { product })}
        className={`${buttonClass('quiet')} w-full md:w-auto`}
        preventScrollReset
      >
        {t('withdraw.open')}
      </PageLink>
    )
  }
  return (
    <div className="w-full rounded-field border-2 border-danger bg-danger-tint p-4">
      <p className="font-bold">{t('withdraw.title')}</p>
      <p className="mt-1 mb-4">{t('withdraw.text')}</p>
      <PageForm id={`withdraw-${number}`} rules={{}} labels={{}} answer={answer} draft={false}>
        <input type="hidden" name="intent" value="withdraw" />
        <input type="hidden" name="number" value={number} />
        <div className="flex flex-col gap-3 md:flex-row">
          <SubmitButton>{t('withdraw.submit')}</SubmitButton>
          <PageLink page="Dashboard" className={buttonClass('secondary')} preventScrollReset>
            {t('cancel')}
          </PageLink>
        </div>
      </PageForm>
    </div>
  )
}
