import { MailCheck } from 'lucide-react'
import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { FormPage } from '../account/form-page.tsx'
import { useOwnWords } from '../account/own-words.ts'
import { errorCodes } from '../api-error.ts'
import { callApi } from '../api.ts'
import { CaptchaStep } from '../captcha-step.tsx'
import { challengeOf, refusedOrCaptcha } from '../captcha.ts'
import { invalid, type FormAnswer } from '../form-answer.ts'
import { href } from '../href.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, email, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'

const rules = { email: [required, email] }

export async function loader({ request }: LoaderFunctionArgs) {
  return { sent: new URL(request.url).searchParams.has('sent') }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    const captcha = textOf(form, 'captcha')
    await callApi(page, 'requestAgencyPassword', {
      body: { email: textOf(form, 'email') },
      query: captcha ? { captcha } : {},
    })
  } catch (error) {
    return refusedOrCaptcha(page, form, error, {})
  }
  // The same page for every address, and one that can be reloaded without sending again.
  return redirect(href(page.tenant, page.locale, 'AgencyForgotPassword', { sent: 1 }))
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('account')('forgot.title'), robots: 'noindex' }
}

export function Component() {
  const { sent } = useLoaderData<typeof loader>()
  return sent ? <Sent /> : <AskForEmail />
}

function Sent() {
  const t = useTexts('account')
  return (
    <MessagePage
      mark={<MailCheck className="size-10" />}
      title={t('forgot.sentTitle')}
      text={
        <>
          <p>{t('forgot.sentText')}</p>
          <p className="mt-3 text-base text-muted">{t('forgot.sentHelp')}</p>
        </>
      }
    >
      <PageLink page="AgencyLogin" className={buttonClass()}>
        {t('forgot.back')}
      </PageLink>
      <PageLink page="AgencyForgotPassword" className={buttonClass('secondary')}>
        {t('forgot.another')}
      </PageLink>
    </MessagePage>
  )
}

function AskForEmail() {
  const t = useTexts('account')
  const answer = useOwnWords(useActionData<FormAnswer>(), {
    [errorCodes.tooManyRequests]: t('limit'),
  })
  const challenge = challengeOf(answer)
  return (
    <FormPage
      title={t('forgot.title')}
      intro={t('forgot.intro')}
      after={
        <PageLink
          page="AgencyLogin"
          className="inline-flex min-h-11 items-center self-start text-link underline underline-offset-4 hover:no-underline"
        >
          {t('forgot.back')}
        </PageLink>
      }
    >
      <PageForm id="agency-forgot" rules={rules} labels={{ email: t('email') }} answer={answer}>
        <TextField name="email" type="email" autoComplete="email" inputMode="email" />
        {challenge ? <CaptchaStep challenge={challenge} /> : null}
        <SubmitButton>{t('forgot.submit')}</SubmitButton>
      </PageForm>
    </FormPage>
  )
}
