import { wire } from 'virtual:wire-office'
import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { addCalls, callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { Notice } from '../ui/notice.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { accountRules, ApproveAccount, ProposeAccount, StopAccount } from './account-acts.tsx'
import { AccountChange, AccountFacts } from './account-facts.tsx'
import { Conflict } from './conflict.tsx'
import { ConsoleFrame } from './console-frame.tsx'
import { Proof } from './proof.tsx'
import { stopRules } from './stop-act.tsx'

addCalls(wire)

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  callApi(pageOf(context), 'showPayoutAccount', { tenant: params['mandant'] ?? '' })

const done = { propose: 'proposed', approve: 'approved', stop: 'stopped' } as const
type Intent = keyof typeof done

const rules = { propose: accountRules, approve: {}, stop: stopRules }

export async function action({ context, params, request }: ActionFunctionArgs) {
  const page = pageOf(context)
  const tenant = params['mandant'] ?? ''
  const form = await request.formData()
  const given = textOf(form, 'intent')
  const intent: Intent = given === 'approve' || given === 'stop' ? given : 'propose'
  const errors = checkForm(form, rules[intent])
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const to = { tenant, params: { id: textOf(form, 'id') } }
  const version = Number(textOf(form, 'version'))
  const reason = textOf(form, 'reason')
  try {
    if (intent === 'approve')
      await callApi(page, 'approvePayoutAccount', { ...to, body: { version } })
    else if (intent === 'stop')
      await callApi(page, 'stopPayoutAccount', { ...to, body: { version, reason } })
    else {
      const [name, iban, bic] = [textOf(form, 'name'), textOf(form, 'iban'), textOf(form, 'bic')]
      await callApi(page, 'proposePayoutAccount', { tenant, body: { name, iban, bic, reason } })
    }
  } catch (error) {
    return refused(form, error, { Inhaber: 'name', IBAN: 'iban', BIC: 'bic', Grund: 'reason' })
  }
  return redirect(
    href(page.tenant, page.locale, 'ConsolePayoutAccount', {
      mandant: tenant,
      done: done[intent],
    }),
  )
}

export { reloadOnConflict as shouldRevalidate } from './reload-on-conflict.ts'

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consolePayoutAccount')('title'), robots: 'noindex' }
}

export function Component() {
  const found = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const [search] = useSearchParams()
  const t = useTexts('consolePayoutAccount')
  const said = Object.values(done).find((one) => one === search.get('done'))
  const ongoing = found.changes.find(({ state }) => state === 'offen' || state === 'freigegeben')
  const earlier = found.changes.filter((one) => one !== ongoing)
  return (
    <ConsoleFrame title={t('title')} intro={t('intro')}>
      {said && !answer ? <Notice tone="success" live title={t(`done.${said}`)} /> : null}
      <Conflict answer={answer} />
      <Proof answer={answer} form={answer?.values['intent'] ?? ''} />
      <div className="max-w-2xl">
        <RecordPart title={t('now')}>
          <AccountFacts account={found.account} />
          {found.isDraft ? <p className="mt-3">{t('isDraft')}</p> : null}
          {ongoing || found.isDraft ? null : (
            <div className="mt-4">
              <ProposeAccount answer={answer} />
            </div>
          )}
        </RecordPart>
        {ongoing ? (
          <RecordPart title={t('ongoing')}>
            <AccountChange change={ongoing} />
            <div key={ongoing.version} className="mt-4 grid gap-3">
              {ongoing.state === 'offen' ? (
                <ApproveAccount change={ongoing} answer={answer} />
              ) : null}
              <StopAccount change={ongoing} answer={answer} />
            </div>
          </RecordPart>
        ) : null}
        {earlier.length > 0 ? (
          <RecordPart title={t('history')}>
            <ul className="grid gap-6">
              {earlier.map((one) => (
                <li key={one.id}>
                  <AccountChange change={one} />
                </li>
              ))}
            </ul>
          </RecordPart>
        ) : null}
      </div>
    </ConsoleFrame>
  )
}
