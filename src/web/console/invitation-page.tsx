import { wire } from 'virtual:wire-office'
import { useEffect } from 'react'
import { data, redirect, useActionData, useLoaderData, useParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { FormPage } from '../access/form-page.tsx'
import { leadToProvider } from '../access/sign-on.ts'
import { readAnswer } from '../access/read-answer.ts'
import { ApiError } from '../runtime/api-error.ts'
import { addCalls, callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, maxLength, personName, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { MakePasskey } from './make-passkey.tsx'
import { RoleList } from './role-list.tsx'

addCalls(wire)

const providerRules = { name: [required, personName] }
const rules = { name: [required, personName], device: [required, maxLength(60)] }

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const token = new URL(request.url).searchParams.get('t') ?? ''
  const tenant = params['mandant'] ?? ''
  try {
    const invitation = await callApi(page, 'checkOperatorInvitation', { tenant, body: { token } })
    return { invitation, token }
  } catch (error) {
    if (error instanceof ApiError && error.status === 410)
      return data({ invitation: null, token: '' }, { status: 410 })
    throw error
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const tenant = params['mandant'] ?? ''
  const token = textOf(form, 'invitation')
  try {
    if (textOf(form, 'intent') === 'begin')
      return await callApi(page, 'beginInvitedPasskey', { tenant, body: { token } })
    if (textOf(form, 'intent') === 'provider') {
      const wrong = checkForm(form, providerRules)
      if (Object.keys(wrong).length > 0) return invalid(form, wrong)
      const body = { token, name: textOf(form, 'name') }
      return {
        url: leadToProvider(page, await callApi(page, 'beginInvitedSignOn', { tenant, body })),
      }
    }
    const errors = checkForm(form, rules)
    if (Object.keys(errors).length > 0) return invalid(form, errors)
    const begun = await callApi(page, 'acceptOperatorInvitation', {
      tenant,
      body: {
        token,
        name: textOf(form, 'name'),
        passkeyName: textOf(form, 'device'),
        answer: readAnswer(form),
      },
    })
    page.startSession('operator', begun.token, begun.validUntil)
    return redirect(href(page.tenant, page.locale, 'ConsoleAccess', { neu: '1' }))
  } catch (error) {
    return refused(form, error)
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('console')('invitation.title'), robots: 'noindex' }
}

export function Component() {
  const { invitation, token } = useLoaderData<typeof loader>()
  const answered = useActionData<FormAnswer | { url: string }>()
  const t = useTexts('console')
  const { mandant = '' } = useParams()
  const url = answered && 'url' in answered ? answered.url : null
  const answer = answered && 'code' in answered ? answered : undefined
  // Not by a redirect: our CSP (form-action) refuses forms that lead to another host.
  useEffect(() => {
    if (url) window.location.assign(url)
  }, [url])
  const isOfProvider = answer?.values['intent'] === 'provider'
  if (!invitation)
    return (
      <FormPage title={t('invitation.overTitle')}>
        <p>{t('invitation.overText')}</p>
        <p>
          <TextLink page="ConsoleSignIn">{t('signIn.title')}</TextLink>
        </p>
      </FormPage>
    )
  const byPasskey = (
    <PageForm
      id={`invitation-${mandant}`}
      rules={rules}
      labels={{ name: t('field.name'), device: t('field.device') }}
      answer={isOfProvider ? undefined : answer}
      asDocument
      draft={false}
    >
      <input type="hidden" name="invitation" value={token} />
      <TextField name="name" autoComplete="name" defaultValue={invitation.name} />
      <TextField name="device" autoComplete="off" hint={t('field.deviceHint')} />
      <p>{t('invitation.passkey')}</p>
      <MakePasskey begin={{ intent: 'begin', invitation: token }} rules={rules}>
        {t('invitation.button')}
      </MakePasskey>
    </PageForm>
  )
  return (
    <FormPage
      title={t('invitation.title')}
      intro={t('invitation.intro', { place: invitation.place })}
    >
      <RoleList roles={invitation.roles} />
      {invitation.provider ? (
        <ByProvider
          provider={invitation.provider}
          name={invitation.name}
          token={token}
          url={url}
          answer={isOfProvider ? answer : undefined}
        />
      ) : null}
      {invitation.provider ? (
        <details className="mt-6" open={(answer !== undefined && !isOfProvider) || undefined}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold">
            {t('invitation.instead')}
          </summary>
          <div className="mt-3">{byPasskey}</div>
        </details>
      ) : (
        byPasskey
      )}
      <noscript>
        <p className="mt-4">{t('noScript')}</p>
      </noscript>
    </FormPage>
  )
}

/** Accepts with the company's account, which the provider asks for. */
function ByProvider({
  provider,
  name,
  token,
  url,
  answer,
}: {
  provider: string
  name: string
  token: string
  url: string | null // where its login is, once the form was sent
  answer: FormAnswer | undefined
}) {
  const t = useTexts('console')
  return (
    <PageForm
      id="invitation-provider"
      rules={providerRules}
      labels={{ name: t('field.name') }}
      answer={answer}
      asDocument
      draft={false}
    >
      <input type="hidden" name="intent" value="provider" />
      <input type="hidden" name="invitation" value={token} />
      <TextField name="name" autoComplete="name" defaultValue={name} />
      {url ? (
        <a href={url} rel="nofollow" className={buttonClass('primary', true)}>
          {t('invitation.goOn', { name: provider })}
        </a>
      ) : (
        <SubmitButton>{t('invitation.provider', { name: provider })}</SubmitButton>
      )}
    </PageForm>
  )
}
