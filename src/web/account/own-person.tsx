import { redirect, useLocation, useSearchParams } from 'react-router'
import type { ReactNode } from 'react'
import type { PageContext } from '../../contract/page-context.ts'
import { errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { CaptchaStep } from '../captcha/captcha-step.tsx'
import { challengeOf, refusedOrCaptcha } from '../captcha/captcha.ts'
import { invalid, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink, usePageHref } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass, linkClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, email, personName, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { NewPasswordFields } from '../access/new-password-fields.tsx'
import { useOwnWords } from '../access/own-words.ts'
import { PasswordField } from '../access/password-field.tsx'
import { newPasswordRules } from '../access/password-link.ts'
import { passwordOf } from '../access/password-rules.ts'

const nameRules = { firstName: [required, personName], lastName: [personName] }
const emailRules = { email: [required, email], password: [required] }
const firstRules = { ...emailRules, ...newPasswordRules }

const saved = (page: PageContext, what: string) =>
  redirect(href(page.tenant, page.locale, 'Settings', { saved: what }))

export async function saveName(page: PageContext, form: FormData) {
  const errors = checkForm(form, nameRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const lastName = textOf(form, 'lastName')
  await callApi(page, 'correctOwnName', {
    body: { firstName: textOf(form, 'firstName'), ...(lastName ? { lastName } : {}) },
  })
  return saved(page, 'name')
}

export async function askForEmail(page: PageContext, form: FormData) {
  const isFirst = page.user?.moneyAsks === 'new-password'
  const errors = checkForm(form, isFirst ? firstRules : emailRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const password = passwordOf(form, 'password')
  if (isFirst) await callApi(page, 'changePassword', { body: { password } })
  try {
    const captcha = textOf(form, 'captcha')
    await callApi(page, 'requestNewEmail', {
      body: { email: textOf(form, 'email'), password },
      query: captcha ? { captcha } : {},
    })
  } catch (error) {
    if (isFirst) form.set(chosen, 'yes')
    return refusedOrCaptcha(page, form, error)
  }
  return saved(page, 'email')
}

/** In an answer's values: the address was refused, but the password is already set. */
const chosen = 'chosen'

/** Name and address, each with its edit form. */
export function OwnPerson({
  person: { firstName, lastName, email: address },
  nameAnswer,
  emailAnswer,
}: {
  person: { firstName: string; lastName: string; email: string }
  nameAnswer: FormAnswer | undefined
  emailAnswer: FormAnswer | undefined
}) {
  const { tenant, user } = usePage()
  const t = useTexts('account')
  const looks = user?.supportAccess
  return (
    <Card>
      <h2 className="text-xl font-bold">{t('settings.person')}</h2>
      <dl className="mt-4 grid gap-x-6 gap-y-4 md:grid-cols-2">
        <div className="min-w-0">
          <dt className="text-base text-muted">{t('settings.name')}</dt>
          <dd className="font-semibold wrap-anywhere">
            {firstName} {lastName}
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-base text-muted">{t('email')}</dt>
          <dd className="font-semibold wrap-anywhere">{address}</dd>
        </div>
      </dl>
      {looks ? null : (
        <div className="mt-4 flex flex-col gap-2">
          <Unfold title={t('settings.nameChange')} open={nameAnswer !== undefined}>
            <PageForm
              id="name"
              rules={nameRules}
              labels={{
                firstName: t('employee.firstName'),
                lastName: t('employee.lastName'),
              }}
              answer={nameAnswer}
              draft={false}
            >
              <input type="hidden" name="intent" value="name" />
              <div className="grid gap-6 md:grid-cols-2">
                <TextField name="firstName" autoComplete="given-name" defaultValue={firstName} />
                <TextField name="lastName" autoComplete="family-name" defaultValue={lastName} />
              </div>
              <SubmitButton kind="secondary">{t('settings.nameSubmit')}</SubmitButton>
            </PageForm>
          </Unfold>
          {tenant.autoLogin ? (
            <p className="text-base text-muted">
              {t('settings.personHelp', { email: tenant.contact.email })}
            </p>
          ) : (
            <NewEmail answer={emailAnswer} />
          )}
        </div>
      )}
    </Card>
  )
}

/**
 * A session alone must not take over an account, so the password is asked for. A user without one sets it here while the mailed login link
 * is fresh, later by a new link.
 */
function NewEmail({ answer }: { answer: FormAnswer | undefined }) {
  const { user } = usePage()
  const t = useTexts('account')
  const pageHref = usePageHref()
  const [search] = useSearchParams()
  const { key } = useLocation()
  const shown = useOwnWords(answer, {
    [errorCodes.tooManyRequests]: t('settings.emailLimit'),
    PSOF0201: t('settings.emailWrong'),
  })
  const challenge = challengeOf(shown)
  const asks = answer?.values[chosen] ? null : user?.moneyAsks
  const isFirst = asks === 'new-password'
  return (
    <Unfold
      // Done: closed and emptied, the password above all.
      key={answer === undefined && search.get('saved') === 'email' ? key : ''}
      title={t('settings.emailChange')}
      open={answer !== undefined || search.get('edit') === 'email'}
    >
      {asks === 'mail' ? (
        <div className="flex flex-col items-start gap-4">
          <p>{t('settings.emailNeeds')}</p>
          <PageLink
            page="PasswordRequest"
            values={{ redirect: pageHref('Settings', { edit: 'email' }) }}
            className={`${buttonClass('secondary')} w-full md:w-auto`}
          >
            {t('settings.passwordNew')}
          </PageLink>
        </div>
      ) : (
        <PageForm
          id="new-email"
          rules={isFirst ? firstRules : emailRules}
          labels={{
            email: t('settings.emailNew'),
            password: t(isFirst ? 'newPassword' : 'password'),
          }}
          answer={shown}
          // Only a new document knows that a password is set.
          asDocument={isFirst}
          draft={false}
        >
          <input type="hidden" name="intent" value="email" />
          <p>{t('settings.emailText')}</p>
          <TextField name="email" type="email" autoComplete="email" inputMode="email" />
          {isFirst ? (
            <>
              <p>{t('settings.emailFirst')}</p>
              <NewPasswordFields email={user?.email ?? ''} />
            </>
          ) : (
            <PasswordField name="password" autoComplete="current-password" />
          )}
          {/* The password just set is never sent back, so it must be typed again. */}
          {answer?.values[chosen] ? <p>{t('settings.emailAgain')}</p> : null}
          {challenge ? (
            <CaptchaStep challenge={challenge} waits={answer?.values[chosen] !== undefined} />
          ) : null}
          <SubmitButton kind="secondary">{t('settings.emailSubmit')}</SubmitButton>
        </PageForm>
      )}
    </Unfold>
  )
}

/** Works without script. */
function Unfold({ title, open, children }: { title: string; open: boolean; children: ReactNode }) {
  return (
    <details open={open}>
      <summary className={`${linkClass()} cursor-pointer`}>{title}</summary>
      <div className="pt-3 pb-2">{children}</div>
    </details>
  )
}
