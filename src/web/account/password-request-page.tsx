import { redirect, useActionData, useLocation } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { CaptchaStep } from '../captcha/captcha-step.tsx'
import { challengeOf, refusedOrCaptcha } from '../captcha/captcha.ts'
import { invalid, type FormAnswer } from '../ui/form/form-answer.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { collectWanted } from '../referral/open-reward.ts'
import { useTexts } from '../runtime/texts.ts'
import { linkClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { FormPage } from '../access/form-page.tsx'
import { NewPasswordFields } from '../access/new-password-fields.tsx'
import { openSession } from '../access/open-session.ts'
import { customerAccess } from './customer-access.ts'
import { useOwnWords } from '../access/own-words.ts'
import { PasswordField } from '../access/password-field.tsx'
import { newPasswordRules } from '../access/password-link.ts'
import { passwordOf } from '../access/password-rules.ts'
import { safeTarget } from '../access/safe-target.ts'

// Guards money: a login by mailed link alone is not enough.

const targetOf = (page: PageContext, request: Request) =>
  safeTarget(page, new URL(request.url).searchParams.get('redirect'))

/** On to the reward to collect or the page that asked; the personal area if that is gone. */
const goOn = async (page: PageContext, request: Request) =>
  (await collectWanted(page, request)) ?? redirect(targetOf(page, request))

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  if (!page.user?.moneyAsks) throw await goOn(page, request)
  return null
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const asks = page.user?.moneyAsks
  if (!page.user) return redirect(targetOf(page, request))
  if (!asks) return goOn(page, request)
  const { email } = page.user
  const captcha = textOf(form, 'captcha')
  const query = captcha ? { captcha } : {}
  const reward = new URL(request.url).searchParams.get('reward')
  const rules = { 'new-password': newPasswordRules, password: { password: [required] }, mail: {} }
  const errors = checkForm(form, rules[asks])
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const password = passwordOf(form, 'password')
  try {
    if (asks === 'mail') {
      await callApi(page, 'requestPasswordReset', {
        params: { email },
        query: { ...query, ...(reward ? { reward } : {}) },
      })
      return { mailed: true as const }
    }
    if (asks === 'password') {
      const user = await callApi(page, 'login', { body: { email, password }, query })
      if (user.token === null)
        return openSession(page, customerAccess, user, targetOf(page, request))
      page.startSession('user', user.token, user.tokenValidUntil)
    } else await callApi(page, 'changePassword', { body: { password } })
  } catch (error) {
    return refusedOrCaptcha(page, form, error)
  }
  return goOn(page, request)
}

export function meta({ page, texts }: MetaArgs): Meta {
  const asks = page.user?.moneyAsks ?? 'password'
  return { title: texts('account')(`money.${asks}.title`), robots: 'noindex' }
}

export function Component() {
  const { user } = usePage()
  const { pathname, search } = useLocation()
  const t = useTexts('account')
  const answer = useActionData<FormAnswer | { mailed: true }>()
  const mailed = answer !== undefined && 'mailed' in answer
  const shown = useOwnWords(mailed ? undefined : answer, {
    PSOF0201: t('money.wrong'),
    [errorCodes.tooManyRequests]: t('limit'),
  })
  const asks = user?.moneyAsks ?? 'password'
  const challenge = challengeOf(shown)
  return (
    <FormPage
      title={t(`money.${asks}.title`)}
      intro={t(`money.${asks}.text`, { email: user?.email ?? '' })}
      before={
        mailed ? (
          <Notice tone="success" title={t('money.mailed')} live>
            {/* As a document: this one does not know whether a password is set. */}
            <a href={pathname + search} className={linkClass()}>
              {t('money.goOn')}
            </a>
          </Notice>
        ) : null
      }
    >
      <PageForm
        id="password-request"
        rules={asks === 'new-password' ? newPasswordRules : {}}
        labels={{ password: t('password') }}
        answer={shown}
        asDocument
        draft={false}
      >
        {asks === 'new-password' ? <NewPasswordFields email={user?.email ?? ''} /> : null}
        {asks === 'password' ? (
          <PasswordField name="password" autoComplete="current-password" />
        ) : null}
        {challenge ? <CaptchaStep challenge={challenge} waits={asks === 'password'} /> : null}
        <SubmitButton>{t(`money.${asks}.submit`)}</SubmitButton>
      </PageForm>
    </FormPage>
  )
}
