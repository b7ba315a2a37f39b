import { wire } from 'virtual:wire-office'
import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { operatorRoles } from '../../domain/operator-abilities.ts'
import { readAnswer } from '../access/read-answer.ts'
import { addCalls, callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { textOf } from '../ui/form/rules.ts'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { ConsoleFrame } from './console-frame.tsx'
import { SessionList } from '../access/session-list.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { Proof } from './proof.tsx'
import { ProviderSection } from './provider-section.tsx'
import { TokenSection } from './token-section.tsx'

addCalls(wire)

export const loader = async ({ context }: LoaderFunctionArgs) =>
  callApi(pageOf(context), 'showOwnAccess', {})

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  try {
    return await act(page, form, textOf(form, 'intent'))
  } catch (error) {
    return refused(form, error)
  }
}

async function act(page: PageContext, form: FormData, intent: string) {
  const id = textOf(form, 'id')
  switch (intent) {
    case 'begin-proof':
      return callApi(page, 'beginProof', {})
    case 'prove':
      await callApi(page, 'prove', { body: { answer: readAnswer(form) } })
      return { proved: true }
    case 'begin-passkey':
      return callApi(page, 'beginPasskey', {})
    case 'add-passkey':
      await callApi(page, 'addPasskey', {
        body: { name: textOf(form, 'device'), answer: readAnswer(form) },
      })
      break
    case 'end-passkey':
      await callApi(page, 'endPasskey', { params: { id } })
      break
    case 'end-session':
      await callApi(page, 'endSession', { params: { id } })
      break
    case 'end-token':
      await callApi(page, 'endOperatorToken', { params: { id } })
      break
    default: {
      const roles = operatorRoles.filter((role) => form.getAll('role').includes(role))
      const isCommand = id === 'kommandozeile'
      const { token } = await callApi(page, 'createOperatorToken', {
        body: {
          name: textOf(form, 'name'),
          tenant: textOf(form, 'tenant'),
          roles,
          ...(isCommand ? { use: 'kommandozeile' } : { until: textOf(form, 'until') }),
        },
      })
      return { token }
    }
  }
  return redirect(href(page.tenant, page.locale, 'ConsoleAccess', { done: intent }))
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('console')('nav.access'), robots: 'noindex' }
}

const said = ['add-passkey', 'end-passkey', 'end-session', 'end-token'] as const

export function Component() {
  const { provider, passkeys, sessions, moreSessions, tokens } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer | { token: string }>()
  const [search] = useSearchParams()
  const t = useTexts('console')
  const done = said.find((one) => one === search.get('done'))
  const refusal = answer && 'code' in answer ? answer : undefined
  const of = (intent: string) => (refusal?.values['intent'] === intent ? refusal : undefined)
  return (
    <ConsoleFrame title={t('nav.access')} intro={t('access.intro')}>
      {search.has('neu') ? <Notice tone="success" live title={t('access.welcome')} /> : null}
      {done && !answer ? <Notice tone="success" live title={t(`access.done.${done}`)} /> : null}
      {refusal ? <Proof answer={refusal} form={formOf(refusal)} /> : null}
      {provider ? <ProviderSection {...provider} /> : null}
      <PasskeySection
        passkeys={passkeys}
        isLinked={provider?.isLinked === true}
        answer={of('add-passkey') ?? of('end-passkey')}
      />
      <Card as="section" aria-labelledby="sessions">
        <h2 id="sessions" className="font-heading text-lg font-bold">
          {t('sessions.title')}
        </h2>
        <p className="mt-1 mb-4 text-muted">{t('sessions.text')}</p>
        <SessionList sessions={sessions} more={moreSessions} />
      </Card>
      <TokenSection
        tokens={tokens}
        made={answer && 'token' in answer ? answer.token : null}
        answer={of('create-token')}
      />
    </ConsoleFrame>
  )
}

/** The refused form: those of rows carry the row's id, a new token's its purpose. */
const formOf = ({ values }: FormAnswer) =>
  values['id'] ? `${values['intent']}-${values['id']}` : `${values['intent']}`
