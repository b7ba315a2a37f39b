import { MailCheck } from 'lucide-react'
import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { CaptchaStep } from '../captcha/captcha-step.tsx'
import { challengeOf, refusedOrCaptcha } from '../captcha/captcha.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { usePageHref } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useWidget } from '../runtime/use-widget.ts'
import { FormPage } from '../access/form-page.tsx'
import { captchaOf, logIn, LoginForm } from '../access/login-form.tsx'
import { customerAccess } from './customer-access.ts'
import { useOwnWords } from '../access/own-words.ts'
import { isSecondStep } from '../access/passkey-action.ts'
import { answerToPasskey, PasskeyLogin, SecondStep } from '../access/passkey-login.tsx'
import { safeTarget } from '../access/safe-target.ts'
import { Welcome } from './welcome.tsx'
import { TextLink } from '../ui/text-link.tsx'

// Offer a contact link; users barred by the terms see the catalogue's text instead.
const blocked = ['PSOF0202', 'PSOF0210']

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const target = new URL(request.url).searchParams.get('redirect')
  if (page.user) throw redirect(safeTarget(page, target))
  return { needed: target !== null, isSecond: isSecondStep(request) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  if (textOf(form, 'intent') === 'resend') return resend(form, page)
  return logIn(page, request, form, customerAccess)
}

async function resend(form: FormData, page: ReturnType<typeof pageOf>) {
  try {
    await callApi(page, 'resendWelcomeMail', {
      params: { id: textOf(form, 'account') },
      query: captchaOf(form),
    })
    return { resent: true as const }
  } catch (error) {
    return refusedOrCaptcha(page, form, error)
  }
}

export function meta({ data, texts, page }: MetaArgs<typeof loader>): Meta {
  if (data?.isSecond) return { title: texts('passkeys')('second.title'), robots: 'noindex' }
  const title = texts('account')('login.title')
  if (!page.tenant.forcedLogin) return { title, robots: 'noindex' }
  return { title, description: page.tenant.home.teaser, robots: 'noindex' }
}

export function Component() {
  const { needed, isSecond } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const inWidget = useWidget()
  const t = useTexts('account')
  const own = useTexts('passkeys')
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
  if (isSecond)
    return (
      <FormPage title={own('second.title')} intro={own('second.intro')}>
        <SecondStep id="login" kind={customerAccess} answer={shown} />
      </FormPage>
    )
  const form = (
    <>
      <LoginForm
        id="login"
        kind={customerAccess}
        answer={account || answerToPasskey(shown) ? undefined : shown}
        challenge={account ? null : challenge}
        email={shown?.values.email}
        forgot={t('login.noPassword')}
      />
      <PasskeyLogin id="login" answer={shown} />
    </>
  )
  // With forced login most visitors wanted the homepage and have not been told anything yet.
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

/** The one login refusal that can be fixed here. */
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
        <TextLink page="EmployeeRecommendation">
          {t(tenant.employeesOnly ? 'employee.submit' : 'welcome.register')}
        </TextLink>
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
        <TextLink page="EmployeeRecommendation">{t('login.register')}</TextLink>
      </p>
    </section>
  )
}
