import { redirect, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { refusedOrCaptcha } from '../captcha/captcha.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { invalid } from '../ui/form/form-answer.ts'
import { checkForm, textOf } from '../ui/form/rules.ts'
import type { AccessKind } from './access-kind.ts'
import { AccessMailed } from './access-mailed.tsx'
import { AskForEmail, emailRules } from './ask-for-email.tsx'
import { captchaOf } from './login-form.tsx'

/** Answers alike for known and unknown addresses. */
export async function askForLink(page: PageContext, form: FormData, kind: AccessKind) {
  const errors = checkForm(form, emailRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    await kind.askForLink(page, textOf(form, 'email'), captchaOf(form))
  } catch (error) {
    // Calls with the address in the path call it `id`.
    return refusedOrCaptcha(page, form, error, { id: 'email' })
  }
  // Same page for every address; a reload does not submit again.
  return redirect(href(page.tenant, page.locale, kind.forgot, { sent: 1 }))
}

export function ForgotPassword({
  id,
  kind,
  sent,
}: {
  id: string
  kind: AccessKind
  sent: boolean
}) {
  return sent ? (
    <AccessMailed of="forgot" again={kind.forgot} login={kind.login} />
  ) : (
    <AskForEmail id={id} login={kind.login} />
  )
}

export function makeForgotPage(id: string, kind: AccessKind) {
  const loader = async ({ request }: LoaderFunctionArgs) => ({
    sent: new URL(request.url).searchParams.has('sent'),
  })
  const action = async ({ request, context }: ActionFunctionArgs) =>
    askForLink(pageOf(context), await request.formData(), kind)
  const meta = ({ data, texts }: MetaArgs<typeof loader>): Meta => ({
    title: texts('account')(data?.sent ? 'forgot.sentTitle' : 'forgot.title'),
    robots: 'noindex',
  })
  const Component = () => {
    const { sent } = useLoaderData<typeof loader>()
    return <ForgotPassword id={id} kind={kind} sent={sent} />
  }
  return { loader, action, meta, Component }
}
