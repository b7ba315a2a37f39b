import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { FormPage } from '../access/form-page.tsx'
import { logIn, LoginForm } from '../access/login-form.tsx'
import { openSession } from '../access/open-session.ts'
import { useOwnWords } from '../access/own-words.ts'
import { isSecondStep } from '../access/passkey-action.ts'
import { answerToPasskey, PasskeyLogin, SecondStep } from '../access/passkey-login.tsx'
import { beginSignOn, signOnIntent, signOnOf, type SignOnBegun } from '../access/sign-on.ts'
import { SignOnChoice, ToProvider } from '../access/sign-on-button.tsx'
import { errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { challengeOf } from '../captcha/captcha.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { usePageHref } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { textOf } from '../ui/form/rules.ts'
import { Notice } from '../ui/notice.tsx'
import { agencyAccess } from './agency-access.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const { searchParams } = new URL(request.url)
  const target = searchParams.get('redirect')
  const isSecond = isSecondStep(request)
  if (page.tenant.singleSignOn) {
    const answer = await signOn(page, searchParams)
    if (answer instanceof Response) throw answer
    if (answer) return { needed: false, problem: answer, isSecond }
  }
  if (page.agencyUser) throw redirect(agencyAccess.target(page, target))
  return { needed: target !== null, problem: null, isSecond }
}

const signOn = (page: PageContext, search: URLSearchParams) =>
  signOnOf(page, search, async (answer) => {
    const { user, target } = await callApi(page, 'signOn', { body: answer })
    return openSession(page, agencyAccess, user, agencyAccess.target(page, target))
  })

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  if (textOf(form, 'intent') !== signOnIntent) return logIn(page, request, form, agencyAccess)
  const target = new URL(request.url).searchParams.get('redirect')
  const body = target ? { target: target.slice(0, 500) } : {}
  return beginSignOn(page, () => callApi(page, 'startSignOn', { body }))
}

export function meta({ data, texts }: MetaArgs<typeof loader>): Meta {
  const title = data?.isSecond ? texts('passkeys')('second.title') : texts('agency')('login.title')
  return { title, robots: 'noindex' }
}

export function Component() {
  const { needed, problem: answered, isSecond } = useLoaderData<typeof loader>()
  const done = useActionData<FormAnswer | SignOnBegun>()
  const { tenant } = usePage()
  const t = useTexts('agency')
  const account = useTexts('account')
  const own = useTexts('passkeys')
  const { email: help } = tenant.contact
  const answer = useOwnWords(done && 'code' in done ? done : undefined, {
    PSOF0201: t('login.wrong'),
    PSOF0210: t('login.left', { email: help }),
    [errorCodes.confirmationRequired]: t('login.unconfirmed'),
    [errorCodes.tooManyRequests]: account('limit'),
  })
  const challenge = challengeOf(answer)
  if (isSecond)
    return (
      <FormPage title={own('second.title')} intro={own('second.intro')}>
        <SecondStep id="agency-login" kind={agencyAccess} answer={answer} />
      </FormPage>
    )
  if (done && 'provider' in done)
    return (
      <ToProvider
        to={done.provider}
        title={t('sso.leads', { name: tenant.name })}
        go={t('sso.goOn')}
      />
    )
  const problem = done && 'problem' in done ? done.problem : answered
  return (
    <FormPage
      title={t('login.title')}
      intro={needed ? t('login.needed') : t('login.intro')}
      before={
        problem ? (
          <Notice tone="danger" title={t(`sso.${problem}`, { email: help })} live>
            <p>{t('sso.password')}</p>
          </Notice>
        ) : null
      }
      after={<NewHere />}
    >
      {tenant.singleSignOn ? (
        <SignOnChoice
          title={t('sso.button', { name: tenant.name })}
          or={t('sso.or')}
          failed={problem !== null}
        />
      ) : null}
      <LoginForm
        id="agency-login"
        kind={agencyAccess}
        answer={answerToPasskey(answer) ? undefined : answer}
        challenge={challenge}
      />
      <PasskeyLogin id="agency-login" answer={answer} />
    </FormPage>
  )
}

function NewHere() {
  const t = useTexts('agency')
  const pageHref = usePageHref()
  return (
    <section aria-labelledby="new-agency" className="mt-2">
      <h2 id="new-agency" className="text-xl font-bold">
        {t('login.newTitle')}
      </h2>
      <p className="mt-1.5">{t('login.newText')}</p>
      <a
        href={pageHref('AgencyRegistration')}
        className={`${buttonClass('secondary')} mt-4 w-full md:w-auto`}
      >
        {t('register.title')}
      </a>
    </section>
  )
}
