import { wire } from 'virtual:wire-office'
import { redirect, useActionData, useLoaderData, useParams, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { operatorRoles } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import { addCalls, callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { PageLink } from '../runtime/page-link.tsx'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { checkForm, maxLength, required, textOf } from '../ui/form/rules.ts'
import { Notice } from '../ui/notice.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { ConsoleFrame } from './console-frame.tsx'
import { Proof } from './proof.tsx'
import { inviteRules, TeamInvite } from './team-invite.tsx'
import { TeamList } from './team-list.tsx'
import { useAbility } from './use-place.ts'

addCalls(wire)

const reason = [required, maxLength(500)]

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
    const endKeys = textOf(form, 'keys') === 'yes'
    await callApi(page, 'endGrant', { tenant, params, body: { role, endKeys, reason: why } })
    return endKeys ? 'end-keys' : 'end'
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
  'end-keys',
  'renew',
  'end-token',
  'end-sessions',
] as const

export function Component() {
  const { members, key } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const [search] = useSearchParams()
  const { mandant = '' } = useParams()
  const t = useTexts('console')
  const team = useTexts('consoleTeam')
  const ability = useAbility()
  const mayChange = ability.can('create', mandant === platformCode ? 'platform' : 'team')
  const done = said.find((one) => one === search.get('done'))
  const isInvite = answer?.values['intent'] === 'invite'
  const ofRow = isInvite ? undefined : answer
  return (
    <ConsoleFrame
      title={t('nav.team')}
      intro={team('intro')}
      {...(mayChange
        ? {
            actions: (
              <PageLink
                page="ConsoleTeam"
                values={{ mandant, neu: 'ja' }}
                className={controlClass('primary')}
              >
                {team('invite')}
              </PageLink>
            ),
            ...(search.has('neu')
              ? { record: <TeamInvite answer={isInvite ? answer : undefined} /> }
              : {}),
          }
        : {})}
    >
      {done && !answer ? <Notice tone="success" live title={team(`done.${done}`)} /> : null}
      {mayChange ? null : <Notice tone="info" title={team('onlyAdmins')} />}
      <Proof answer={ofRow} form={formOf(ofRow)} />
      <TeamList key={key} members={members} answer={ofRow} mayChange={mayChange} />
    </ConsoleFrame>
  )
}

/** The refused form of a row. */
const formOf = (answer: FormAnswer | undefined) => {
  const { intent, id, role, script } = answer?.values ?? {}
  return [intent, id, role, script].filter(Boolean).join('-')
}
