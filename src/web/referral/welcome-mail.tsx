import { useRef } from 'react'
import { CaptchaStep } from '../captcha-step.tsx'
import { challengeOf } from '../captcha.ts'
import type { FormAnswer } from '../form-answer.ts'
import { PageLink } from '../page-link.tsx'
import { useTexts } from '../texts.ts'
import { useDraftValue } from '../ui/form/draft.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { email, required } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'

export const welcomeMailRules = { email: [required, email] }

/** The mail that makes a new referral its referrer's: sent, and what to do when it does not come. */
export function WelcomeMail({
  productId,
  answer,
}: {
  productId: string
  answer: FormAnswer | { resent: true } | undefined
}) {
  const t = useTexts('referral')
  const resent = answer !== undefined && 'resent' in answer
  const refusal = resent ? undefined : answer
  const challenge = challengeOf(refusal)
  const field = useRef<HTMLInputElement>(null)
  useDraftValue('recommend', 'email', (typed) => {
    if (field.current?.value === '') field.current.value = typed
  })
  return (
    <Notice tone="success" title={resent ? t('mail.resent') : t('done.mailTitle')} live={resent}>
      {t('done.mailText')}
      <details className="mt-1" open={refusal !== undefined}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-link underline underline-offset-4">
          {t('mail.none')}
        </summary>
        <div className="max-w-xl pt-2 pb-3">
          <p className="mb-4">{t('mail.help')}</p>
          <PageForm
            id="welcome-mail"
            rules={welcomeMailRules}
            labels={{ email: t('email') }}
            answer={refusal}
            draft={false}
          >
            <TextField
              ref={field}
              name="email"
              type="email"
              inputMode="email"
              autoComplete="email"
            />
            {challenge ? <CaptchaStep challenge={challenge} /> : null}
            <div className="flex flex-col gap-x-5 gap-y-2 md:flex-row md:items-center">
              <SubmitButton kind="secondary">{t('mail.again')}</SubmitButton>
              <PageLink
                page="Recommendation"
                values={{ produktId: productId }}
                className="inline-flex min-h-11 items-center justify-center text-link underline underline-offset-4 hover:no-underline"
              >
                {t('mail.change')}
              </PageLink>
            </div>
            <p className="text-base">{t('mail.changeNote')}</p>
          </PageForm>
        </div>
      </details>
    </Notice>
  )
}
