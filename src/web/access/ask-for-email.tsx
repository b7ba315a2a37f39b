import { useActionData } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import { errorCodes } from '../runtime/api-error.ts'
import { CaptchaStep } from '../captcha/captcha-step.tsx'
import { challengeOf } from '../captcha/captcha.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { useTexts } from '../runtime/texts.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { email, required } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormPage } from './form-page.tsx'
import { useOwnWords } from './own-words.ts'
import { TextLink } from '../ui/text-link.tsx'

export const emailRules = { email: [required, email] }

/** Asks for the address that gets a link for a new password; `login` is the page to go back to. */
export function AskForEmail({ id, login }: { id: string; login: PageName }) {
  const t = useTexts('account')
  const answer = useOwnWords(useActionData<FormAnswer>(), {
    [errorCodes.tooManyRequests]: t('limit'),
  })
  const challenge = challengeOf(answer)
  return (
    <FormPage
      title={t('forgot.title')}
      intro={t('forgot.intro')}
      after={
        <TextLink page={login} className="self-start">
          {t('forgot.back')}
        </TextLink>
      }
    >
      <PageForm id={id} rules={emailRules} labels={{ email: t('email') }} answer={answer}>
        <TextField name="email" type="email" autoComplete="email" inputMode="email" />
        {challenge ? <CaptchaStep challenge={challenge} /> : null}
        <SubmitButton>{t('forgot.submit')}</SubmitButton>
      </PageForm>
    </FormPage>
  )
}
