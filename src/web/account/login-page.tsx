import { MailCheck } from 'lucide-react'
import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { CaptchaStep } from '../captcha/captcha-step.tsx'
import { challengeOf, refusedOrCaptcha } from '../captcha/captcha.ts'
import { invalid, type FormAnswer } from '../ui/form/form-answer.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink, usePageHref } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, email, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { useWidget } from '../runtime/use-widget.ts'
import { FormPage } from './form-page.tsx'
import { openSession } from './open-session.ts'
import { useOwnWords } from './own-words.ts'
import { PasswordField } from './password-field.tsx'
import { passwordOf } from './password-rules.ts'
import { safeTarget } from './safe-target.ts'
import { Welcome } from './welcome.tsx'

const rules = { email: [required, email], password: [required] }

// With a way to ask; who may not take part by the terms is told that instead, in the catalogue's words.
const blocked = ['PSOF0202', 'PSOF0210']

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const target = new URL(request.url).searchParams.get('redirect')
  if (page.user) throw redirect(safeTarget(page, target))
  return { needed: target !== null }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  if (textOf(form, 'intent') === 'resend') return resend(form, page)
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    const body = { email: textOf(form, 'email'), password: passwordOf(form, 'password') }
    const captcha = textOf(form, 'captcha')
    const user = await callApi(page, 'login', { body, query: captcha ? { captcha } : {} })
    return openSession(
      page,
      user,
      safeTarget(page, new URL(request.url).searchParams.get('redirect')),
    )
  } catch (error) {
    return refusedOrCaptcha(page, form, error, {})
  }
}

async function resend(form: FormData, page: ReturnType<typeof pageOf>) {
  try {
    const captcha = textOf(form, 'captcha')
    await callApi(page, 'resendWelcomeMail', {
      params: { id: textOf(form, 'account') },
      query: captcha ? { captcha } : {},
    })
    return { resent: true as const }
  } catch (error) {
    return refusedOrCaptcha(page, form, error, {})
  }
}

export function meta({ texts, page }: MetaArgs<typeof loader>): Meta {
  const title = texts('account')('login.title')
  if (!page.tenant.forcedLogin) return { title, robots: 'noindex' }
  return { title, description: page.tenant.home.teaser[page.locale], robots: 'noindex' }
}

export function Component() {
  const { needed } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const inWidget = useWidget()
  const t = useTexts('account')
  const answer = useActionData<FormAnswer | { resent: true }>()
  const resent = answer !== undefined && 'resent' in answer
  const blockedWords = t('login.blocked', { email: tenant.contact.email })
  const shown = useOwnWords(resent ? undefined : answer, {
    PSOF0201: t('login.wrong'),
    [errorCodes.tooManyRequests]: t('limit'),
    ...Object.fromEntries(blocked.map((code) => [code, blockedWords])),
  })
  const unconfirmed = shown?.code === errorCodes.confirmationRequired
  const challenge = unconfirmed ? null : challengeOf(shown)
  const resending = shown?.values.intent === 'resend' ? shown : undefined
  const account = unconfirmed ? String(shown.details.Id ?? '') : resending?.values.account
  const before = (
    <>
      {resent ? <Notice tone="success" title={t('login.resent')} live /> : null}
      {account ? <ResendMail account={account} answer={resending} /> : null}
    </>
  )
  const form = (
    <PageForm
      id="login"
      rules={rules}
      labels={{ email: t('email'), password: t('password') }}
      answer={account ? undefined : shown}
      asDocument
    >
      <TextField
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        defaultValue={shown?.values.email}
      />
      <div>
        <PasswordField name="password" autoComplete="current-password" />
        <PageLink
          page="ForgotPassword"
          className="mt-1 inline-flex min-h-11 items-center text-link underline underline-offset-4 hover:no-underline"
        >
          {t('login.noPassword')}
        </PageLink>
      </div>
      {challenge && !account ? (
        <>
          <p className="font-semibold">{t('login.again')}</p>
          <CaptchaStep challenge={challenge} waits />
        </>
      ) : null}
      <SubmitButton>{t('login.submit')}</SubmitButton>
    </PageForm>
  )
  // Whom forced login led here wanted the homepage, as a rule, and has been told nothing yet.
  if (tenant.forcedLogin && !inWidget) {
    return (
      <Welcome intro={t('login.intro')} before={before}>
        {form}
      </Welcome>
    )
  }
  return (
    <FormPage
      title={t('login.title')}
      intro={needed ? t('login.needed') : t('login.intro')}
      before={before}
      after={<NoAccount />}
    >
      {form}
    </FormPage>
  )
}

/** The one refusal of a login that can be mended here. */
function ResendMail({ account, answer }: { account: string; answer: FormAnswer | undefined }) {
  const t = useTexts('account')
  const challenge = challengeOf(answer)
  return (
    <Notice title={t('login.confirm')} live>
      <p className="mb-3">{t('login.confirmText')}</p>
      <PageForm id="resend" rules={{}} labels={{}} answer={answer} asDocument draft={false}>
        <input type="hidden" name="intent" value="resend" />
        <input type="hidden" name="account" value={account} />
        {challenge ? <CaptchaStep challenge={challenge} /> : null}
        <SubmitButton kind="secondary">
          <MailCheck aria-hidden="true" />
          {t('login.resend')}
        </SubmitButton>
      </PageForm>
    </Notice>
  )
}

function NoAccount() {
  const t = useTexts('account')
  const pageHref = usePageHref()
  const { tenant } = usePage()
  if (tenant.employeesOnly || tenant.forcedLogin) {
    return (
      <p>
        {tenant.employeesOnly ? t('login.employee', { name: tenant.name }) : t('login.newTitle')}{' '}
        <PageLink
          page="EmployeeRecommendation"
          className="inline-flex min-h-11 items-center text-link underline underline-offset-4 hover:no-underline"
        >
          {t(tenant.employeesOnly ? 'employee.submit' : 'welcome.register')}
        </PageLink>
      </p>
    )
  }
  return (
    <section aria-labelledby="no-account" className="mt-2">
      <h2 id="no-account" className="text-xl font-bold">
        {t('login.newTitle')}
      </h2>
      <p className="mt-1.5">{t('login.newText')}</p>
      <a
        href={`${pageHref('Homepage')}#products`}
        className={`${buttonClass('secondary')} mt-4 w-full md:w-auto`}
      >
        {t('toRecommend')}
      </a>
      <p className="mt-3">
        <PageLink
          page="EmployeeRecommendation"
          className="inline-flex min-h-11 items-center text-link underline underline-offset-4 hover:no-underline"
        >
          {t('login.register')}
        </PageLink>
      </p>
    </section>
  )
}
