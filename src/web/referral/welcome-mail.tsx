import { MailOpen } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { CaptchaStep } from '../captcha/captcha-step.tsx'
import { challengeOf } from '../captcha/captcha.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass, linkClass } from '../ui/button.tsx'
import { useDraftValue } from '../ui/form/draft.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { email, required } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { mailboxOf } from './mailbox-of.ts'
import { useMailPatience } from './use-mail-patience.ts'
import { TextLink } from '../ui/text-link.tsx'

export const welcomeMailRules = { email: [required, email] }

/** Tells the referrer to open the mail that claims the new referral; another one can be requested after a while. */
export function WelcomeMail({
  productId,
  answer,
}: {
  productId: string
  answer: FormAnswer | { resent: true } | undefined
}) {
  const { demo } = usePage()
  const t = useTexts('referral')
  const [address, setAddress] = useState('')
  const resent = answer !== undefined && 'resent' in answer
  const refusal = resent ? undefined : answer
  useDraftValue('recommend', 'email', setAddress)
  const waited = useMailPatience()
  const mailbox = mailboxOf(address, demo)
  return (
    <Notice title={resent ? t('mail.resent') : t('done.mailTitle')} live={resent}>
      <p>{t('done.mailText')}</p>
      {address ? <p className="mt-1 font-semibold wrap-anywhere">{address}</p> : null}
      {mailbox ? (
        <a
          href={mailbox}
          target="_blank"
          rel="noreferrer"
          className={`${buttonClass('secondary')} mt-3 w-full md:w-auto`}
        >
          <MailOpen aria-hidden="true" />
          {t('mail.open')}
        </a>
      ) : null}
      {waited || answer ? (
        <SendAgain productId={productId} address={address} refusal={refusal} />
      ) : null}
    </Notice>
  )
}

function SendAgain({
  productId,
  address,
  refusal,
}: {
  productId: string
  address: string
  refusal: FormAnswer | undefined
}) {
  const t = useTexts('referral')
  const challenge = challengeOf(refusal)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current?.value === '') field.current.value = address
  }, [address])
  return (
    <details className="mt-1" open={refusal !== undefined}>
      <summary className={`${linkClass()} cursor-pointer font-semibold`}>{t('mail.none')}</summary>
      <div className="max-w-xl pt-2 pb-3">
        <p className="mb-4">{t('mail.help')}</p>
        <PageForm
          id="welcome-mail"
          rules={welcomeMailRules}
          labels={{ email: t('email') }}
          answer={refusal}
          draft={false}
        >
          <TextField ref={field} name="email" type="email" inputMode="email" autoComplete="email" />
          {challenge ? <CaptchaStep challenge={challenge} /> : null}
          <div className="flex flex-col gap-x-5 gap-y-2 md:flex-row md:items-center">
            <SubmitButton kind="quiet">{t('mail.again')}</SubmitButton>
            <TextLink
              page="Recommendation"
              values={{ produktId: productId }}
              className="justify-center"
            >
              {t('mail.change')}
            </TextLink>
          </div>
          <p className="text-base">{t('mail.changeNote')}</p>
        </PageForm>
      </div>
    </details>
  )
}
