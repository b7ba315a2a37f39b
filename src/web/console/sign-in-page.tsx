import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { FormPage } from '../access/form-page.tsx'
import { readAnswer } from '../access/read-answer.ts'
import { signOnIntent, type SignOnBegun } from '../access/sign-on.ts'
import { SignOnButton, SignOnChoice, ToProvider } from '../access/sign-on-button.tsx'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { useClearDrafts } from '../ui/form/draft.ts'
import { refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { textOf } from '../ui/form/rules.ts'
import { Notice } from '../ui/notice.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ProvedPage } from './proved.tsx'
import { afterSignIn, asksProof, leadOn, signOn } from './sign-on.ts'
import { usePasskey } from '../access/use-passkey.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const { searchParams: search } = new URL(request.url)
  const target = search.get('redirect')
  const answer = await signOn(page, search)
  if (answer instanceof Response) throw answer
  const isProved = page.operator !== null && search.has('bestaetigt')
  const isAsked = asksProof(search)
  if (page.operator && !answer && !isProved && !isAsked) throw redirect(afterSignIn(page, target))
  const { provider } = await callApi(page, 'showSignInWays', {})
  return { isNeeded: target !== null, provider, problem: answer ?? null, isProved, isAsked }
}

/** Begins in the browser; the passkey's answer comes as a document, whose answer sets the cookie. */
export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  try {
    if (textOf(form, 'intent') === 'begin') return await callApi(page, 'beginSignIn', {})
    if (textOf(form, 'intent') === signOnIntent)
      return await leadOn(page, new URL(request.url).searchParams)
    const { token, validUntil } = await callApi(page, 'signIn', {
      body: { answer: readAnswer(form) },
    })
    page.startSession('operator', token, validUntil)
    return redirect(afterSignIn(page, new URL(request.url).searchParams.get('redirect')))
  } catch (error) {
    return refused(form, error)
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('console')('signIn.title'), robots: 'noindex' }
}

export function Component() {
  const { isNeeded, provider, problem: refusal, isProved, isAsked } = useLoaderData<typeof loader>()
  const { formToken, operator } = usePage()
  const answer = useActionData<FormAnswer | SignOnBegun>()
  const t = useTexts('console')
  const form = useRef<HTMLFormElement>(null)
  const [signed, setSigned] = useState('')
  // Nobody was sent here from a form: it is a log-out, or a new day.
  useClearDrafts(!isNeeded && !operator)
  const { ask, state } = usePasskey('get', setSigned)
  // Once the field has it.
  useEffect(() => {
    if (signed) form.current?.submit()
  }, [signed])
  const failed = answer && 'problem' in answer ? answer.problem : refusal
  const problem =
    state === 'refused'
      ? t('passkey.none')
      : (answer && 'message' in answer && answer.message) || (failed ? t(`sso.${failed}`) : null)
  if (isProved) return <ProvedPage />
  if (answer && 'provider' in answer)
    return (
      <ToProvider
        to={answer.provider}
        title={t('sso.leads', { name: provider ?? '' })}
        go={t('sso.goOn')}
      />
    )
  if (operator && isAsked && !problem)
    return (
      <FormPage title={t('proof.titleProvider')}>
        <SignOnButton title={t('proof.provider', { name: provider ?? '' })} failed={false} />
      </FormPage>
    )
  // The proof was asked for by somebody who is signed in, and stays so.
  if (operator)
    return (
      <FormPage title={t('proof.titleProvider')}>
        <Notice tone="danger" title={problem ?? ''} live>
          <p>{t('proof.again')}</p>
        </Notice>
      </FormPage>
    )
  return (
    <FormPage
      title={t('signIn.title')}
      intro={isNeeded ? t('signIn.needed') : t('signIn.intro')}
      before={problem ? <Notice tone="danger" title={problem} live /> : null}
      after={<p className="text-muted">{provider ? t('signIn.helpProvider') : t('signIn.help')}</p>}
    >
      {provider ? (
        <SignOnChoice
          title={t('sso.button', { name: provider })}
          or={t('sso.or')}
          failed={problem !== null}
        />
      ) : null}
      <form ref={form} method="post">
        <input type="hidden" name="_form" value={formToken} />
        <input type="hidden" name="answer" value={signed} />
        <PasskeyButton
          ask={() => ask({ intent: 'begin' })}
          isBusy={state === 'asking' || signed !== ''}
          className="w-full"
        >
          <Fingerprint aria-hidden="true" className="size-5 shrink-0" />
          {t('signIn.button')}
        </PasskeyButton>
      </form>
      <noscript>
        <p className="mt-4">{t('noScript')}</p>
      </noscript>
    </FormPage>
  )
}
