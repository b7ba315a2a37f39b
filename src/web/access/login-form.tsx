import type { PageContext } from '../../contract/page-context.ts'
import { CaptchaStep } from '../captcha/captcha-step.tsx'
import { refusedOrCaptcha, type CaptchaChallenge } from '../captcha/captcha.ts'
import { useTexts } from '../runtime/texts.ts'
import { invalid, type FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, email, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import type { AccessKind } from './access-kind.ts'
import { openSession } from './open-session.ts'
import { goToSecondStep, logInByPasskey } from './passkey-action.ts'
import { PasswordField } from './password-field.tsx'
import { passwordOf } from './password-rules.ts'
import { TextLink } from '../ui/text-link.tsx'

const rules = { email: [required, email], password: [required] }

/** Logs in and redirects to the wanted page, or to the passkey that is due after the password. */
export async function logIn(page: PageContext, request: Request, form: FormData, kind: AccessKind) {
  const byPasskey = await logInByPasskey(page, request, form, kind)
  if (byPasskey) return byPasskey
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    const body = { email: textOf(form, 'email'), password: passwordOf(form, 'password') }
    const user = await kind.logIn(page, body, captchaOf(form))
    const target = kind.target(page, new URL(request.url).searchParams.get('redirect'))
    return openSession(page, kind, user, target)
  } catch (error) {
    const second = goToSecondStep(page, request, kind, error)
    return second ?? refusedOrCaptcha(page, form, error)
  }
}

export function captchaOf(form: FormData): { captcha?: string } {
  const captcha = textOf(form, 'captcha')
  return captcha ? { captcha } : {}
}

/** Address and password, a link to reset it, and the captcha when due. */
export function LoginForm({
  id,
  kind,
  answer,
  challenge,
  email: typed,
  forgot,
  draft,
}: {
  id: string
  kind: Pick<AccessKind, 'forgot'>
  answer: FormAnswer | undefined
  challenge: CaptchaChallenge | null
  email?: string | undefined
  forgot?: string // its text, if not the default
  draft?: boolean
}) {
  const t = useTexts('account')
  return (
    <PageForm
      id={id}
      rules={rules}
      labels={{ email: t('email'), password: t('password') }}
      answer={answer}
      draft={draft}
      asDocument
    >
      <TextField
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        defaultValue={typed}
      />
      <div>
        <PasswordField name="password" autoComplete="current-password" />
        <TextLink page={kind.forgot} className="mt-1">
          {forgot ?? t('login.forgot')}
        </TextLink>
      </div>
      {challenge ? (
        <>
          <p className="font-semibold">{t('login.again')}</p>
          <CaptchaStep challenge={challenge} waits />
        </>
      ) : null}
      <SubmitButton>{t('login.submit')}</SubmitButton>
    </PageForm>
  )
}
