import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { FormPage } from '../access/form-page.tsx'
import { useOwnWords } from '../access/own-words.ts'
import { RegistrationSent } from '../account/registration-sent.tsx'
import { errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { CaptchaStep } from '../captcha/captcha-step.tsx'
import { challengeOf } from '../captcha/captcha.ts'
import { sendForm } from '../captcha/send-form.ts'
import { type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { RichText } from '../ui/rich-text.tsx'
import { useTexts } from '../runtime/texts.ts'
import { CheckboxField } from '../ui/form/checkbox-field.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { accepted, email, maxLength, personName, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { TextLink } from '../ui/text-link.tsx'

const rules = {
  agencyNumber: [required, maxLength(40)],
  agencyName: [required, maxLength(120)],
  firstName: [required, personName],
  lastName: [required, personName],
  email: [required, email],
  terms: [accepted],
}
const draft = 'agency-registration'

export async function loader({ request }: LoaderFunctionArgs) {
  const sent = new URL(request.url).searchParams.has('sent')
  return { sent, key: crypto.randomUUID() }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const refusal = await sendForm(page, form, rules, (beside) =>
    callApi(page, 'registerAgency', {
      ...beside,
      body: {
        agencyNumber: textOf(form, 'agencyNumber'),
        agencyName: textOf(form, 'agencyName'),
        firstName: textOf(form, 'firstName'),
        lastName: textOf(form, 'lastName'),
        email: textOf(form, 'email'),
        terms: true,
      },
    }),
  )
  // Same page whatever existed already; a reload does not submit again.
  return refusal ?? redirect(href(page.tenant, page.locale, 'AgencyRegistration', { sent: 1 }))
}

export function meta({ data: loaded, page, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('agency')
  if (loaded?.sent) return { title: t('register.sentTitle'), robots: 'noindex' }
  return {
    title: t('register.title'),
    description: t('register.description', { name: page.tenant.name }),
  }
}

export function Component() {
  const { sent } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const t = useTexts('agency')
  if (!sent) return <Register />
  const words = {
    title: t('register.sentTitle'),
    text: t('register.sentText'),
    help: t('register.sentHelp', { email: tenant.contact.email }),
    back: t('nav.info'),
  }
  return <RegistrationSent words={words} back="AgencyInfo" draft={draft} />
}

function Register() {
  const { key } = useLoaderData<typeof loader>()
  const t = useTexts('agency')
  const account = useTexts('account')
  const answer = useOwnWords(useActionData<FormAnswer>(), {
    [errorCodes.tooManyRequests]: account('limit'),
  })
  const challenge = challengeOf(answer)
  return (
    <FormPage
      title={t('register.title')}
      intro={t('register.intro')}
      after={
        <TextLink page="AgencyLogin" className="self-start">
          {t('register.known')}
        </TextLink>
      }
    >
      <PageForm
        id={draft}
        rules={rules}
        labels={{
          agencyNumber: t('field.agencyNumber'),
          agencyName: t('field.agencyName'),
          firstName: t('field.firstName'),
          lastName: t('field.lastName'),
          email: account('email'),
          terms: t('field.terms'),
        }}
        answer={answer}
        idempotencyKey={key}
      >
        <TextField
          name="agencyNumber"
          hint={t('register.numberHint')}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <TextField name="agencyName" autoComplete="organization" />
        <div className="grid gap-6 md:grid-cols-2">
          <TextField name="firstName" autoComplete="given-name" />
          <TextField name="lastName" autoComplete="family-name" />
        </div>
        <TextField
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          hint={t('register.emailHint')}
        />
        <CheckboxField name="terms">
          <RichText
            area="agency"
            text="register.terms"
            parts={{
              rules: <TextLink page="AgencyRules" target="_blank" inText />,
              privacy: <TextLink page="AgencyPrivacy" target="_blank" inText />,
            }}
          />
        </CheckboxField>
        {challenge ? <CaptchaStep challenge={challenge} /> : null}
        <SubmitButton>{t('register.submit')}</SubmitButton>
      </PageForm>
    </FormPage>
  )
}
