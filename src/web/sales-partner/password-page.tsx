import { data, redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { AccessMailed } from '../account/access-mailed.tsx'
import { AskForEmail, emailRules } from '../account/ask-for-email.tsx'
import { FormPage } from '../account/form-page.tsx'
import { LinkProblem } from '../account/link-problem.tsx'
import { NewPasswordFields } from '../account/new-password-fields.tsx'
import {
  newPasswordRules,
  problemOf,
  type LinkProblem as Problem,
} from '../account/password-link.ts'
import { passwordOf } from '../account/password-rules.ts'
import { callApi } from '../runtime/api.ts'
import { refusedOrCaptcha } from '../captcha/captcha.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { openPartnerSession } from './open-partner-session.ts'

type Person = { email: string; firstName: string; isNew: boolean }
type State = { sent: boolean; problem: Problem | null; person: Person | null }

/** Without a token the page asks for the address; with one it lets a password be set, and uses nothing up before that. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('t')
  const state = (some: Partial<State>, status = 200) =>
    data<State>({ sent: false, problem: null, person: null, ...some }, { status })
  if (token === null) return state({ sent: searchParams.has('sent') })
  if (token.length < 20) return state({ problem: 'missing' }, 404)
  try {
    return state({ person: await callApi(page, 'checkSalesPartnerToken', { body: { token } }) })
  } catch (error) {
    const problem = problemOf(error)
    if (problem === 'used' && page.salesPartner)
      throw redirect(href(page.tenant, page.locale, 'SalesPartnerWelcome'))
    return state({ problem }, 410)
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const token = new URL(request.url).searchParams.get('t')
  const errors = checkForm(form, token === null ? emailRules : newPasswordRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  if (token !== null) {
    try {
      const user = await callApi(page, 'setSalesPartnerPassword', {
        body: {
          token,
          password: passwordOf(form, 'password'),
        },
      })
      return openPartnerSession(page, user, href(page.tenant, page.locale, 'SalesPartnerWelcome'))
    } catch (error) {
      return refused(form, error)
    }
  }
  try {
    const captcha = textOf(form, 'captcha')
    await callApi(page, 'requestSalesPartnerPassword', {
      body: { email: textOf(form, 'email') },
      query: captcha ? { captcha } : {},
    })
  } catch (error) {
    return refusedOrCaptcha(page, form, error, {})
  }
  // The same page for every address, and one that can be reloaded without sending again.
  return redirect(href(page.tenant, page.locale, 'SalesPartnerPassword', { sent: 1 }))
}

export function meta({ data: loaded, texts }: MetaArgs<() => State>): Meta {
  const t = texts('account')
  const own = texts('salesPartner')
  const title = loaded?.problem
    ? t(`link.${loaded.problem}Title`)
    : loaded?.person
      ? own(loaded.person.isNew ? 'password.newTitle' : 'password.title')
      : t('forgot.title')
  return { title, robots: 'noindex' }
}

export function Component() {
  const { sent, problem, person } = useLoaderData<typeof loader>()
  if (person) return <SetPassword person={person} />
  if (problem)
    return <LinkProblem problem={problem} login="SalesPartnerEntry" forgot="SalesPartnerPassword" />
  return sent ? (
    <AccessMailed of="forgot" again="SalesPartnerPassword" login="SalesPartnerEntry" />
  ) : (
    <AskForEmail id="partner-forgot" login="SalesPartnerEntry" />
  )
}

function SetPassword({ person }: { person: Person }) {
  const answer = useActionData<FormAnswer>()
  const t = useTexts('salesPartner')
  const account = useTexts('account')
  const { email: address, firstName: name, isNew } = person
  return (
    <FormPage
      title={t(isNew ? 'password.newTitle' : 'password.title')}
      intro={t(isNew ? 'password.newIntro' : 'password.intro', { name, email: address })}
    >
      <PageForm
        id="partner-password"
        rules={newPasswordRules}
        labels={{ password: account('newPassword') }}
        answer={answer}
        asDocument
      >
        <NewPasswordFields email={address} />
        <SubmitButton>{t(isNew ? 'password.newSubmit' : 'password.submit')}</SubmitButton>
      </PageForm>
    </FormPage>
  )
}
