import { useActionData } from 'react-router'
import { CaptchaStep } from '../captcha-step.tsx'
import { challengeOf } from '../captcha.ts'
import type { FormAnswer } from '../form-answer.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { usePageHref } from '../page-link.tsx'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { Notice } from '../ui/notice.tsx'

/** What the button of this page sends, which has an action in common with the one that confirms. */
export const resendIntent = 'resend'
export type Resent = { resent: string } // the address

/** The step after the form: a mail is on its way, and what to do when it does not come. */
export function MailSent({ number, email }: { number: string; email: string | null }) {
  const t = useTexts('recipient')
  return (
    <MessagePage
      mark="@"
      title={t('mail.title')}
      text={
        <>
          <p>{email ? t('mail.textTo', { email }) : t('mail.text')}</p>
          <p className="mt-3 text-base text-muted">{t('mail.spam')}</p>
        </>
      }
    >
      {/* Without the cookie nobody knows who waits: the form is the only way to another mail. */}
      {email ? (
        <SendAgain number={number} />
      ) : number ? (
        <FormLink number={number}>{t('mail.form')}</FormLink>
      ) : null}
    </MessagePage>
  )
}

function SendAgain({ number }: { number: string }) {
  const t = useTexts('recipient')
  const answer = useActionData<FormAnswer | Resent>()
  const resent = answer !== undefined && 'resent' in answer ? answer.resent : null
  const refusal = answer !== undefined && 'code' in answer ? answer : undefined
  const challenge = challengeOf(refusal)
  return (
    <div className="flex w-full flex-col gap-5 md:w-auto">
      {resent ? (
        <div className="text-left wrap-anywhere">
          <Notice tone="success" title={t('mail.resent', { email: resent })} live />
        </div>
      ) : null}
      <PageForm id="resend" rules={{}} labels={{}} answer={refusal} draft={false}>
        <input type="hidden" name="intent" value={resendIntent} />
        {challenge ? <CaptchaStep challenge={challenge} /> : null}
        <div className="flex flex-col justify-center gap-3 md:flex-row">
          <SubmitButton>{t('mail.again')}</SubmitButton>
          <FormLink number={number}>{t('mail.change')}</FormLink>
        </div>
      </PageForm>
    </div>
  )
}

// The form still has everything that was typed. What is sent there again takes the place of the entry that waits.
function FormLink({ number, children }: { number: string; children: string }) {
  const pageHref = usePageHref()
  return (
    <a
      href={`${pageHref('RecipientData', { empfehlungsnummer: number })}#accept`}
      className={buttonClass('secondary')}
    >
      {children}
    </a>
  )
}
