import { Hourglass, MailCheck, UserCheck } from 'lucide-react'
import { redirect, useActionData } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { CaptchaStep } from '../captcha/captcha-step.tsx'
import { challengeOf, refusedOrCaptcha } from '../captcha/captcha.ts'
import { invalid, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, email, personName, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { formatDate } from '../ui/format-date.ts'
import { FormPage } from '../access/form-page.tsx'
import { openSession } from '../access/open-session.ts'
import { customerAccess } from './customer-access.ts'
import { useOwnWords } from '../access/own-words.ts'
import type { Invited } from './read-invitation.ts'
import { TextLink } from '../ui/text-link.tsx'

const rules = {
  firstName: [required, personName],
  lastName: [required, personName],
  email: [required, email],
}

/**
 * Registers an invited person. The mailed link proves its address and logs in; any other address, and every registration by card, is
 * confirmed by mail.
 */
export async function registerInvited(page: PageContext, request: Request, form: FormData) {
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const { searchParams } = new URL(request.url)
  const card = searchParams.get('m')
  const captcha = textOf(form, 'captcha')
  const person = {
    firstName: textOf(form, 'firstName'),
    lastName: textOf(form, 'lastName'),
    email: textOf(form, 'email'),
  }
  try {
    if (card === null) {
      const token = searchParams.get('t') ?? ''
      const { user } = await callApi(page, 'acceptInvitation', { body: { ...person, token } })
      if (user)
        return openSession(
          page,
          customerAccess,
          user,
          href(page.tenant, page.locale, 'Dashboard', { confirmed: 1 }),
        )
    }
    await callApi(page, 'createReferrer', {
      query: captcha ? { captcha } : {},
      idempotencyKey: textOf(form, '_key'),
      body: {
        ...person,
        ...(card === null ? { invitation: searchParams.get('t') ?? '' } : { card }),
      },
    })
  } catch (error) {
    return refusedOrCaptcha(page, form, error)
  }
  return redirect(href(page.tenant, page.locale, 'Registration', { sent: 1 }))
}

export function InvitedRegistration({ invited }: { invited: Invited }) {
  if (invited.kind === 'sent') return <Sent />
  return invited.kind === 'over' ? <Over reason={invited.reason} /> : <Open invited={invited} />
}

function Sent() {
  const t = useTexts('invited')
  return (
    <MessagePage
      mark={<MailCheck className="size-10" />}
      title={t('sentTitle')}
      text={
        <>
          <p>{t('sentText')}</p>
          <p className="mt-3 text-base text-muted">{t('sentHelp')}</p>
        </>
      }
    >
      <PageLink page="Login" className={buttonClass('secondary')}>
        {t('login')}
      </PageLink>
    </MessagePage>
  )
}

function Over({ reason }: { reason: Extract<Invited, { kind: 'over' }>['reason'] }) {
  const { tenant } = usePage()
  const t = useTexts('invited')
  const accepted = reason === 'angenommen'
  return (
    <MessagePage
      mark={accepted ? <UserCheck className="size-10" /> : <Hourglass className="size-10" />}
      title={t(`${reason}Title`)}
      text={t(`${reason}Text`, { email: tenant.contact.email })}
    >
      <PageLink page={accepted ? 'Login' : 'Contact'} className={buttonClass()}>
        {t(accepted ? 'login' : 'contact')}
      </PageLink>
      {accepted ? null : (
        <PageLink page="Login" className={buttonClass('secondary')}>
          {t('login')}
        </PageLink>
      )}
    </MessagePage>
  )
}

function Open({ invited }: { invited: Extract<Invited, { kind: 'open' }> }) {
  const { tenant, locale } = usePage()
  const t = useTexts('invited')
  const answer = useOwnWords(useActionData<FormAnswer>(), {
    [errorCodes.tooManyRequests]: t('limit'),
    [errorCodes.linkExpired]: t('overMeanwhile'),
  })
  const challenge = challengeOf(answer)
  const { agencyName: agency, employeeName: employee } = invited
  const words = { agency, employee: employee ?? '', name: tenant.name }
  return (
    <FormPage
      title={t('title', words)}
      intro={t(employee ? 'introOf' : 'intro', words)}
      after={
        <TextLink page="Login" className="self-start">
          {t('known')}
        </TextLink>
      }
    >
      <PageForm
        id="invited"
        rules={rules}
        labels={{ firstName: t('firstName'), lastName: t('lastName'), email: t('email') }}
        answer={answer}
        idempotencyKey={invited.key}
        asDocument
        draft={false}
      >
        <input type="hidden" name="intent" value="join" />
        <div className="grid gap-6 md:grid-cols-2">
          <TextField
            name="firstName"
            autoComplete="given-name"
            autoCapitalize="words"
            defaultValue={invited.firstName}
          />
          <TextField
            name="lastName"
            autoComplete="family-name"
            autoCapitalize="words"
            defaultValue={invited.lastName}
          />
        </div>
        <TextField
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          hint={t(invited.email ? 'emailHint' : 'emailHintCard')}
          defaultValue={invited.email}
        />
        <p className="text-base text-muted">
          <RichText
            area="invited"
            text="privacy"
            values={words}
            parts={{
              privacy: <TextLink page="Privacy" inText />,
            }}
          />
          {invited.validUntil
            ? ` ${t('until', { date: formatDate(invited.validUntil, locale) })}`
            : null}
        </p>
        {challenge ? <CaptchaStep challenge={challenge} /> : null}
        <SubmitButton>{t('submit')}</SubmitButton>
      </PageForm>
    </FormPage>
  )
}
