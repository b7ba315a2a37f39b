import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { redirect, useActionData, useLoaderData, useLocation } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { FormPage } from '../access/form-page.tsx'
import { readAnswer } from '../access/read-answer.ts'
import { SignOnLink } from '../access/sign-on-link.tsx'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { useClearDrafts } from '../ui/form/draft.ts'
import { refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { textOf } from '../ui/form/rules.ts'
import { Notice } from '../ui/notice.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ProvedPage } from './proved.tsx'
import { afterSignIn, signOn } from './sign-on.ts'
import { usePasskey } from '../access/use-passkey.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const { searchParams: search } = new URL(request.url)
  const target = search.get('redirect')
  const answer = await signOn(page, search)
  if (answer instanceof Response) throw answer
  const isProved = page.operator !== null && search.has('bestaetigt')
  if (page.operator && !answer && !isProved) throw redirect(afterSignIn(page, target))
  const { provider } = await callApi(page, 'showSignInWays', {})
  return { isNeeded: target !== null, provider, problem: answer ?? null, isProved }
}

/** Begins in the browser; the passkey's answer comes as a document, whose answer sets the cookie. */
export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  try {
    if (textOf(form, 'intent') === 'begin') return await callApi(page, 'beginSignIn', {})
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
  const { isNeeded, provider, problem: failed, isProved } = useLoaderData<typeof loader>()
  const { formToken, tenant, locale, operator } = usePage()
  const { search } = useLocation()
  const answer = useActionData<FormAnswer>()
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
  const problem =
    state === 'refused'
      ? t('passkey.none')
      : (answer?.message ?? (failed ? t(`sso.${failed}`) : null))
  if (isProved) return <ProvedPage />
  // The proof was asked for by somebody who is signed in, and stays so.
  if (operator)
    return (
      <FormPage title={t('proof.titleProvider')}>
        <Notice tone="danger" title={problem ?? ''} live>
          <p>{t('proof.again')}</p>
        </Notice>
      </FormPage>
    )
  const target = new URLSearchParams(search).get('redirect') ?? undefined
  return (
    <FormPage
      title={t('signIn.title')}
      intro={isNeeded ? t('signIn.needed') : t('signIn.intro')}
      before={problem ? <Notice tone="danger" title={problem} live /> : null}
      after={<p className="text-muted">{provider ? t('signIn.helpProvider') : t('signIn.help')}</p>}
    >
      {provider ? (
        <SignOnLink
          to={href(tenant, locale, 'ConsoleSignIn', { sso: 'start', redirect: target })}
          title={t('sso.button', { name: provider })}
          or={t('sso.or')}
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
