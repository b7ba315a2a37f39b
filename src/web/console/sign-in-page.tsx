import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { FormPage } from '../access/form-page.tsx'
import { callApi } from '../runtime/api.ts'
import { href, ownAddress } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { textOf } from '../ui/form/rules.ts'
import { Notice } from '../ui/notice.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { readAnswer } from './read-answer.ts'
import { usePasskey } from './use-passkey.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const target = new URL(request.url).searchParams.get('redirect')
  if (page.operator)
    throw redirect(ownAddress(page, target) ?? href(page.tenant, page.locale, 'ConsoleStart'))
  return { isNeeded: target !== null }
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
    const target = new URL(request.url).searchParams.get('redirect')
    return redirect(ownAddress(page, target) ?? href(page.tenant, page.locale, 'ConsoleStart'))
  } catch (error) {
    return refused(form, error)
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('console')('signIn.title'), robots: 'noindex' }
}

export function Component() {
  const { isNeeded } = useLoaderData<typeof loader>()
  const { formToken } = usePage()
  const answer = useActionData<FormAnswer>()
  const t = useTexts('console')
  const form = useRef<HTMLFormElement>(null)
  const [signed, setSigned] = useState('')
  const { ask, state } = usePasskey('get', { intent: 'begin' }, setSigned)
  // Once the field has it.
  useEffect(() => {
    if (signed) form.current?.submit()
  }, [signed])
  const problem = state === 'refused' ? t('passkey.none') : (answer?.message ?? null)
  return (
    <FormPage
      title={t('signIn.title')}
      intro={isNeeded ? t('signIn.needed') : t('signIn.intro')}
      before={problem ? <Notice tone="danger" title={problem} live /> : null}
      after={<p className="text-muted">{t('signIn.help')}</p>}
    >
      <form ref={form} method="post">
        <input type="hidden" name="_form" value={formToken} />
        <input type="hidden" name="answer" value={signed} />
        <PasskeyButton ask={ask} isBusy={state === 'asking' || signed !== ''} className="w-full">
          <KeyRound aria-hidden="true" className="size-5 shrink-0" />
          {t('signIn.button')}
        </PasskeyButton>
      </form>
      <noscript>
        <p className="mt-4">{t('noScript')}</p>
      </noscript>
    </FormPage>
  )
}
