import { data, redirect, useActionData, useLoaderData, useParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { FormPage } from '../access/form-page.tsx'
import { ApiError } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, maxLength, personName, required, textOf } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { MakePasskey } from './make-passkey.tsx'
import { readAnswer } from './read-answer.ts'
import { RoleList } from './role-list.tsx'

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
  const answer = useActionData<FormAnswer>()
  const t = useTexts('console')
  const { mandant = '' } = useParams()
  if (!invitation)
    return (
      <FormPage title={t('invitation.overTitle')}>
        <p>{t('invitation.overText')}</p>
      </FormPage>
    )
  return (
    <FormPage
      title={t('invitation.title')}
      intro={t('invitation.intro', { place: invitation.place })}
    >
      <RoleList roles={invitation.roles} />
      <PageForm
        id={`invitation-${mandant}`}
        rules={rules}
        labels={{ name: t('field.name'), device: t('field.device') }}
        answer={answer}
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
      <noscript>
        <p className="mt-4">{t('noScript')}</p>
      </noscript>
    </FormPage>
  )
}
