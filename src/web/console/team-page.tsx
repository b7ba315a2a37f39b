import { redirect, useActionData, useLoaderData, useParams, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { operatorRoles } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, email, maxLength, personName, required, textOf } from '../ui/form/rules.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { ConsoleFrame } from './console-frame.tsx'
import { Proof } from './proof.tsx'
import { TeamList } from './team-list.tsx'
import { useAbility } from './use-place.ts'

const reason = [required, maxLength(500)]
const inviteRules = {
  email: [required, email],
  name: [required, personName],
  role: [required],
  reason,
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const tenant = params['mandant'] ?? ''
  const { members } = await callApi(pageOf(context), 'listTeam', { tenant })
  // Another one after each change, so that the form is empty again.
  return { members, key: crypto.randomUUID() }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  const errors = checkForm(form, intent === 'invite' ? inviteRules : { reason })
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const tenant = params['mandant'] ?? ''
  try {
    const done = await change(page, form, intent, tenant)
    return redirect(href(page.tenant, page.locale, 'ConsoleTeam', { mandant: tenant, done }))
  } catch (error) {
    return refused(form, error)
  }
}

async function change(
  page: PageContext,
  form: FormData,
  intent: string,
  tenant: string,
): Promise<string> {
  const why = textOf(form, 'reason')
  const role = operatorRoles.find((one) => one === textOf(form, 'role')) ?? 'support'
  const params = { operator: textOf(form, 'id') }
  if (intent === 'end') {
    await callApi(page, 'endGrant', { tenant, params, body: { role, reason: why } })
    return 'end'
  }
  if (intent === 'renew') {
    await callApi(page, 'renewOperator', { tenant, params, body: { reason: why } })
    return 'renew'
  }
  if (intent === 'end-access') {
    const token = textOf(form, 'script')
    const body = { reason: why, ...(token ? { token } : {}) }
    await callApi(page, 'endMemberAccess', { tenant, params, body })
    return token ? 'end-token' : 'end-sessions'
  }
  const until = textOf(form, 'until')
  const { outcome } = await callApi(page, 'inviteOperator', {
    tenant,
    body: {
      email: textOf(form, 'email'),
      name: textOf(form, 'name'),
      role,
      reason: why,
      ...(until ? { until } : {}),
    },
  })
  return outcome
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('console')('nav.team'), robots: 'noindex' }
}

const said = [
  'eingeladen',
  'berechtigt',
  'unveraendert',
  'end',
  'renew',
  'end-token',
  'end-sessions',
] as const

export function Component() {
  const { members, key } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const [search] = useSearchParams()
  const { mandant } = useParams()
  const t = useTexts('console')
  const ability = useAbility()
  const isPlatform = mandant === platformCode
  const mayChange = ability.can('create', isPlatform ? 'platform' : 'team')
  const done = said.find((one) => one === search.get('done'))
  const roles = operatorRoles.filter((role) => (role === 'platform-operator') === isPlatform)
  const invited = answer?.values['intent'] === 'invite' ? answer : undefined
  return (
    <ConsoleFrame title={t('nav.team')} intro={t('team.intro')}>
      {done && !answer ? <Notice tone="success" live title={t(`team.done.${done}`)} /> : null}
      <Proof answer={answer} form={formOf(answer)} />
      <TeamList members={members} answer={invited ? undefined : answer} mayChange={mayChange} />
      {mayChange ? (
        <Card as="section" aria-labelledby="invite">
          <h2 id="invite" className="mb-4 font-heading text-lg font-bold">
            {t('team.invite')}
          </h2>
          <PageForm
            key={key}
            id="invite-form"
            rules={inviteRules}
            labels={{
              email: t('field.email'),
              name: t('field.name'),
              role: t('field.role'),
              until: t('field.until'),
              reason: t('field.reason'),
            }}
            answer={invited}
            draft={false}
          >
            <input type="hidden" name="intent" value="invite" />
            <div className="grid gap-6 md:grid-cols-2">
              <TextField name="email" type="email" autoComplete="off" inputMode="email" />
              <TextField name="name" autoComplete="off" />
              <SelectField
                name="role"
                empty={t('choose')}
                options={roles.map((role) => ({ value: role, title: t(`role.${role}`) }))}
              />
              <TextField name="until" type="date" autoComplete="off" />
            </div>
            <TextField name="reason" autoComplete="off" hint={t('field.reasonHint')} />
            <SubmitButton>{t('team.inviteButton')}</SubmitButton>
          </PageForm>
        </Card>
      ) : (
        <Notice tone="info" title={t('team.onlyAdmins')} />
      )}
    </ConsoleFrame>
  )
}

/** The refused form: that of a row, or the invitation's. */
const formOf = (answer: FormAnswer | undefined) => {
  const { intent, id, role, script } = answer?.values ?? {}
  return intent === 'invite' ? 'invite-form' : [intent, id, role, script].filter(Boolean).join('-')
}
