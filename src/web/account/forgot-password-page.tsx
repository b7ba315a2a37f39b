import { redirect, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { refusedOrCaptcha } from '../captcha/captcha.ts'
import { invalid } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { AccessMailed } from './access-mailed.tsx'
import { AskForEmail, emailRules } from './ask-for-email.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  return { sent: new URL(request.url).searchParams.has('sent') }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const errors = checkForm(form, emailRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    const captcha = textOf(form, 'captcha')
    await callApi(page, 'requestPasswordReset', {
      params: { email: textOf(form, 'email') },
      query: captcha ? { captcha } : {},
    })
  } catch (error) {
    return refusedOrCaptcha(page, form, error, { id: 'email' })
  }
  // The same page for every address, and one that can be reloaded without sending again.
  return redirect(href(page.tenant, page.locale, 'ForgotPassword', { sent: 1 }))
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('account')('forgot.title'), robots: 'noindex' }
}

export function Component() {
  const { sent } = useLoaderData<typeof loader>()
  return sent ? (
    <AccessMailed of="forgot" again="ForgotPassword" />
  ) : (
    <AskForEmail id="forgot" login="Login" />
  )
}
