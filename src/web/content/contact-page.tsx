import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { fullName } from '../../domain/person.ts'
import { contactSubjects } from '../../domain/contact.ts'
import { callApi } from '../runtime/api.ts'
import { CaptchaStep } from '../captcha/captcha-step.tsx'
import { challengeOf, refusedOrCaptcha } from '../captcha/captcha.ts'
import { invalid, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { RichText } from '../ui/rich-text.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { useClearDraft } from '../ui/form/draft.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import {
  checkForm,
  chosen,
  email,
  maxLength,
  personName,
  referralNumber,
  required,
  textOf,
} from '../ui/form/rules.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { ContactData } from './contact-data.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Shape } from '../ui/icon.tsx'

const formId = 'contact'
const messageLength = 5000
const rules = {
  subject: [chosen],
  message: [required, maxLength(messageLength)],
  name: [required, personName],
  email: [required, email],
  referralNumber: [referralNumber],
}

const subjectOf = (word: string | null) => contactSubjects.find((subject) => subject === word)

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const number = query.get('empfehlungsnummer') ?? ''
  return {
    sent: query.has('gesendet'),
    subject: subjectOf(query.get('thema')),
    // Comes from a link and fills a field, so accept a number only.
    referralNumber: /^[0-9A-Za-z-]{1,40}$/.test(number) ? number : undefined,
    idempotencyKey: crypto.randomUUID(),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const errors = checkForm(form, rules)
  const subject = subjectOf(textOf(form, 'subject'))
  if (Object.keys(errors).length > 0 || !subject)
    return invalid(form, subject ? errors : { subject: { rule: 'rule.choose' }, ...errors })
  try {
    const [captcha, number] = [textOf(form, 'captcha'), textOf(form, 'referralNumber')]
    await callApi(page, 'sendContactMessage', {
      query: captcha ? { captcha } : {},
      body: {
        subject,
        message: textOf(form, 'message'),
        name: textOf(form, 'name'),
        email: textOf(form, 'email'),
        ...(number ? { referralNumber: number } : {}),
      },
      idempotencyKey: textOf(form, '_key'),
    })
  } catch (error) {
    return refusedOrCaptcha(page, form, error)
  }
  // A reload does not submit again.
  return redirect(href(page.tenant, page.locale, 'Contact', { gesendet: 1 }))
}

export function meta({ data, page, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('help')
  if (data?.sent) return { title: t('contact.sentTitle'), robots: 'noindex' }
  return {
    title: t('contact.title'),
    description: t('contact.description', { name: page.tenant.name }),
  }
}

export function Component() {
  const { sent } = useLoaderData<typeof loader>()
  useClearDraft(formId, sent)
  return sent ? <Sent /> : <Write />
}

function Write() {
  const t = useTexts('help')
  return (
    <div className="container-page grid max-w-5xl gap-x-12 gap-y-8 py-10 md:py-12 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="lg:col-span-2">
        <h1 className="page-title">{t('contact.title')}</h1>
        <p className="mt-3 max-w-[42em] text-lg">
          <RichText
            area="help"
            text="contact.intro"
            parts={{ faq: <TextLink page="Faq" inText /> }}
          />
        </p>
      </div>
      <Card>
        <MessageForm />
      </Card>
      <ContactData />
    </div>
  )
}

function MessageForm() {
  const { user, tenant } = usePage()
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const t = useTexts('help')
  const challenge = challengeOf(answer)
  return (
    <PageForm
      id={formId}
      rules={rules}
      labels={{
        subject: t('contact.subject'),
        message: t('contact.message'),
        name: t('contact.name'),
        email: t('contact.email'),
        referralNumber: t('contact.referralNumber'),
      }}
      answer={answer}
      idempotencyKey={loaded.idempotencyKey}
    >
      <SelectField
        name="subject"
        empty={t('contact.choose')}
        options={contactSubjects.map((subject) => ({
          value: subject,
          title: t(`subject.${subject}`),
        }))}
        defaultValue={loaded.subject}
      />
      <TextArea name="message" maxLength={messageLength} />
      <TextField name="name" autoComplete="name" defaultValue={user ? fullName(user) : undefined} />
      <TextField
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        hint={t('contact.emailHint')}
        defaultValue={user?.email}
      />
      <TextField
        name="referralNumber"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={t('contact.referralHint')}
        defaultValue={loaded.referralNumber}
      />
      {challenge ? (
        <CaptchaStep
          challenge={challenge}
          noScript={t('contact.noScript', { email: tenant.contact.email })}
        />
      ) : null}
      <p className="text-base text-muted">
        <RichText
          area="help"
          text="contact.privacy"
          parts={{ privacy: <TextLink page="Privacy" inText /> }}
        />
      </p>
      <SubmitButton>{t('contact.submit')}</SubmitButton>
    </PageForm>
  )
}

function Sent() {
  const t = useTexts('help')
  return (
    <MessagePage
      mark={
        <Shape className="size-10">
          <path d="M22 13V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v12c0 1.1.9 2 2 2h8M22 7l-8.97 5.7a1.94 1.94 0 0 1-2.06 0L2 7M16 19l2 2 4-4" />
        </Shape>
      }
      title={t('contact.sentTitle')}
      text={
        <>
          <p>{t('contact.sentText')}</p>
          <p className="mt-3 text-base text-muted">{t('contact.sentHelp')}</p>
        </>
      }
    >
      <PageLink page="Homepage" className={buttonClass()}>
        {t('toHome')}
      </PageLink>
      <PageLink page="Faq" className={buttonClass('secondary')}>
        {t('toFaq')}
      </PageLink>
    </MessagePage>
  )
}
