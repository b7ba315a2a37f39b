import { useActionData } from 'react-router'
import { CaptchaStep } from '../captcha/captcha-step.tsx'
import { challengeOf } from '../captcha/captcha.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { useTexts } from '../runtime/texts.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Own } from './open-own.ts'
import { resendIntent, type Resent } from './send-again.ts'

export const confirmIntent = 'confirm'

/** The mailed link proves the mailbox, so its page has the button; visitors who came by the form can request another mail. */
export function OwnConfirm({ own }: { own: Own }) {
  const t = useTexts('own')
  const answer = useActionData<FormAnswer | Resent>()
  const resent = answer !== undefined && 'resent' in answer ? answer.resent : null
  const intent = own.mailed ? confirmIntent : resendIntent
  const refusal =
    answer !== undefined && 'code' in answer && answer.values.intent === intent ? answer : undefined
  const challenge = challengeOf(refusal)
  return (
    <>
      {resent ? (
        <Notice tone="success" title={t('unconfirmed.sent', { email: resent })} live />
      ) : null}
      <Notice title={t('unconfirmed.title')}>
        <p className="mb-3">
          {t(own.mailed ? 'unconfirmed.here' : 'unconfirmed.text', { email: own.email })}
        </p>
        <PageForm id="own-confirm" rules={{}} labels={{}} answer={refusal} draft={false}>
          <input type="hidden" name="intent" value={intent} />
          {challenge ? <CaptchaStep challenge={challenge} /> : null}
          <div>
            <SubmitButton kind={own.mailed ? 'primary' : 'secondary'}>
              {t(own.mailed ? 'unconfirmed.confirm' : 'unconfirmed.again')}
            </SubmitButton>
          </div>
        </PageForm>
      </Notice>
    </>
  )
}
