import type { ReactNode } from 'react'
import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { keepCodes } from '../../domain/keep-together.ts'
import { FormPage } from '../access/form-page.tsx'
import { IbanField } from '../ui/iban/iban-field.tsx'
import { bankDataIn } from '../ui/iban/watch-iban.ts'
import { useOwnWords } from '../access/own-words.ts'
import { RegistrationSent } from '../account/registration-sent.tsx'
import { errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { CaptchaStep } from '../captcha/captcha-step.tsx'
import { challengeOf } from '../captcha/captcha.ts'
import { sendForm } from '../captcha/send-form.ts'
import { PlainText } from '../content/plain-text.tsx'
import { type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { RichText } from '../ui/rich-text.tsx'
import { useTexts } from '../runtime/texts.ts'
import { CheckboxField } from '../ui/form/checkbox-field.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { accepted, email, latinName, maxLength, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import {
  PersonFields,
  TaxFields,
  partnerDataIn,
  partnerLabels,
  partnerRules,
} from './partner-fields.tsx'
import { TextLink } from '../ui/text-link.tsx'

// In the order of the page: the summary of errors follows it.
const { vatId, taxNumber, ...personRules } = partnerRules
const rules = {
  ...personRules,
  email: [required, email],
  vatId,
  taxNumber,
  holder: [required, maxLength(70), latinName],
  iban: [required],
  terms: [accepted],
}
const draft = 'partner-registration'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const sent = new URL(request.url).searchParams.has('sent')
  const { agreement, version } = await callApi(pageOf(context), 'showSalesPartnerOffer', {})
  return { sent, agreement, version, key: crypto.randomUUID() }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const register = (beside: { query: { captcha?: string }; idempotencyKey: string }) =>
    callApi(page, 'registerSalesPartner', {
      ...beside,
      body: {
        ...partnerDataIn(form),
        email: textOf(form, 'email'),
        ...bankDataIn(form),
        agreement: true,
        version: textOf(form, 'version'),
      },
    })
  const refusal = await sendForm(page, form, rules, register, { bic: 'bic' })
  // Same page whatever existed already; a reload does not submit again.
  return (
    refusal ?? redirect(href(page.tenant, page.locale, 'SalesPartnerRegistration', { sent: 1 }))
  )
}

export function meta({ data: loaded, page, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('salesPartner')
  if (loaded?.sent) return { title: t('register.sentTitle'), robots: 'noindex' }
  return {
    title: t('register.title'),
    description: t('register.description', { name: page.tenant.name }),
  }
}

export function Component() {
  const { sent } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const t = useTexts('salesPartner')
  if (!sent) return <Register />
  const words = {
    title: t('register.sentTitle'),
    text: t('register.sentText'),
    help: t('register.sentHelp', { email: tenant.contact.email }),
    back: t('nav.entry'),
  }
  return <RegistrationSent words={words} back="SalesPartnerEntry" draft={draft} />
}

function Register() {
  const { key, agreement, version } = useLoaderData<typeof loader>()
  const t = useTexts('salesPartner')
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
        <TextLink page="SalesPartnerEntry" className="self-start">
          {t('register.known')}
        </TextLink>
      }
    >
      <PageForm
        id={draft}
        rules={rules}
        labels={{
          ...partnerLabels(t),
          email: account('email'),
          holder: t('field.holder'),
          iban: t('field.iban'),
          bic: t('field.bic'),
          terms: t('field.terms'),
        }}
        answer={answer}
        idempotencyKey={key}
      >
        <Step step={1} title={t('register.step1')}>
          <PersonFields />
          <TextField name="email" type="email" autoComplete="email" inputMode="email" />
        </Step>
        <Step step={2} title={t('register.step2')} intro={t('register.taxIntro')}>
          <TaxFields />
        </Step>
        <Step step={3} title={t('register.step3')} intro={t('register.accountIntro')}>
          <TextField name="holder" autoComplete="off" maxLength={70} />
          <IbanField
            texts={{
              hint: t('iban.hint'),
              hintGerman: t('iban.hintGerman'),
              ok: t('iban.ok'),
              bicHint: t('iban.bicHint'),
            }}
          />
        </Step>
        <Step step={4} title={t('register.step4')} intro={t('register.agreementIntro')}>
          <details className="rounded-field border border-hairline">
            <summary className="min-h-11 px-4 py-2.5 font-semibold">
              {t('register.agreementOpen', { version: keepCodes(version) })}
            </summary>
            <div className="prose-text border-t border-hairline px-4 py-3 [&_h2]:text-lg">
              <PlainText text={agreement} />
            </div>
          </details>
          <input type="hidden" name="version" value={version} />
          <CheckboxField name="terms">
            <RichText
              area="salesPartner"
              text="register.agree"
              parts={{
                privacy: <TextLink page="Privacy" target="_blank" inText />,
              }}
            />
          </CheckboxField>
        </Step>
        {challenge ? <CaptchaStep challenge={challenge} /> : null}
        <SubmitButton>{t('register.submit')}</SubmitButton>
      </PageForm>
    </FormPage>
  )
}

function Step({
  step,
  title,
  intro,
  children,
}: {
  step: number
  title: string
  intro?: string
  children: ReactNode
}) {
  const t = useTexts('salesPartner')
  return (
    <fieldset className="flex min-w-0 flex-col gap-6 border-b border-hairline pb-8">
      <legend className="mb-2 w-full">
        <span className="block text-base text-muted">{t('register.step', { step })}</span>
        <span className="block text-2xl font-bold">{title}</span>
      </legend>
      {intro ? <p>{intro}</p> : null}
      {children}
    </fieldset>
  )
}
