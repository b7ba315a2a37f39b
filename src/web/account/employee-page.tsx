import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { CaptchaStep } from '../captcha/captcha-step.tsx'
import { challengeOf } from '../captcha/captcha.ts'
import { type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { email, personName, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { AccessMailed } from '../access/access-mailed.tsx'
import { FormPage } from '../access/form-page.tsx'
import { useOwnWords } from '../access/own-words.ts'
import { sendForm } from '../captcha/send-form.ts'
import { TextLink } from '../ui/text-link.tsx'

const rules = {
  firstName: [required, personName],
  lastName: [required, personName],
  email: [required, email],
}

/**
 * Self-registration: for employees on a whitelist, or for anyone where there is none and forced login hides the rest. A logged-in user goes
 * on to the products.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  if (page.user) throw redirect(href(page.tenant, page.locale, 'Homepage'))
  return { sent: new URL(request.url).searchParams.has('sent'), key: crypto.randomUUID() }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const refusal = await sendForm(page, form, rules, (beside) =>
    callApi(page, 'createReferrer', {
      ...beside,
      body: {
        firstName: textOf(form, 'firstName'),
        lastName: textOf(form, 'lastName'),
        email: textOf(form, 'email'),
      },
    }),
  )
  // Same page for every eligible address; a reload does not submit again.
  return refusal ?? redirect(href(page.tenant, page.locale, 'EmployeeRecommendation', { sent: 1 }))
}

export function meta({ data: loaded, texts, page }: MetaArgs<typeof loader>): Meta {
  const t = texts('account')
  if (loaded?.sent) return { title: t('forgot.sentTitle'), robots: 'noindex' }
  const of = page.tenant.employeesOnly ? 'employee' : 'join'
  return { title: t(`${of}.title`), description: t(`${of}.intro`, { name: page.tenant.name }) }
}

export function Component() {
  const { sent } = useLoaderData<typeof loader>()
  return sent ? <AccessMailed of="employee" again="EmployeeRecommendation" /> : <AskForAddress />
}

function AskForAddress() {
  const { key } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const t = useTexts('account')
  const answer = useOwnWords(useActionData<FormAnswer>(), {
    [errorCodes.tooManyRequests]: t('limit'),
  })
  const challenge = challengeOf(answer)
  const of = tenant.employeesOnly ? 'employee' : 'join'
  return (
    <FormPage
      title={t(`${of}.title`)}
      intro={t(`${of}.intro`, { name: tenant.name })}
      after={
        <TextLink page="Login" className="self-start">
          {t('employee.known')}
        </TextLink>
      }
    >
      <PageForm
        id="employee"
        rules={rules}
        labels={{
          firstName: t('employee.firstName'),
          lastName: t('employee.lastName'),
          email: t(`${of}.email`),
        }}
        answer={answer}
        idempotencyKey={key}
      >
        <TextField name="firstName" autoComplete="given-name" autoCapitalize="words" />
        <TextField name="lastName" autoComplete="family-name" autoCapitalize="words" />
        <TextField
          name="email"
          type="email"
          autoComplete={tenant.employeesOnly ? 'work email' : 'email'}
          inputMode="email"
          hint={tenant.employeesOnly ? t('employee.emailHint', { name: tenant.name }) : undefined}
        />
        {challenge ? <CaptchaStep challenge={challenge} /> : null}
        <SubmitButton>{t('employee.submit')}</SubmitButton>
      </PageForm>
    </FormPage>
  )
}
