import { Mail, MailOpen } from 'lucide-react'
import { useActionData } from 'react-router'
import { CaptchaStep } from '../captcha/captcha-step.tsx'
import { challengeOf } from '../captcha/captcha.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { usePage } from '../runtime/page-context.tsx'
import { usePageHref } from '../runtime/page-link.tsx'
import { Words } from '../ui/keep-together.tsx'
import { useTexts } from '../runtime/texts.ts'
import { track } from '../tracking/track.ts'
import { Button, buttonClass, linkClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageColumn } from '../ui/page-column.tsx'
import { mailboxOf } from './mailbox-of.ts'
import { resendIntent, type Resent } from './send-again.ts'
import { useMailPatience } from './use-mail-patience.ts'

/** The step after the form: on to the offer. The mail is secondary, as a contract also confirms the address. */
export function MailSent({
  number,
  email,
  shopUrl,
  again,
}: {
  number: string
  email: string | null
  shopUrl: string | null
  again: boolean // opened the shared link again
}) {
  const { demo } = usePage()
  const t = useTexts('confirmation')
  const mailbox = email ? mailboxOf(email, demo) : null
  return (
    <PageColumn narrow>
      {shopUrl ? (
        <div>
          <h1 className="page-title">{t(again ? 'again.title' : 'ready.title')}</h1>
          <p className="mt-3 text-lg">{t('ready.text')}</p>
          <a
            href={shopUrl}
            className={`${buttonClass()} mt-6 w-full md:w-auto`}
            onClick={() => track('shop-opened')}
          >
            {t('confirmed.shop')}
          </a>
        </div>
      ) : null}
      <section className="flex gap-4 rounded-card bg-tint p-5 md:p-6">
        <Mail aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
        <div className="min-w-0 flex-1 wrap-anywhere">
          {shopUrl ? (
            <h2 className="text-lg font-bold">
              <Words text={t('mail.title')} />
            </h2>
          ) : (
            <h1 className="text-lg font-bold">
              <Words text={t('mail.title')} />
            </h1>
          )}
          <p className="mt-1">{email ? t('mail.textTo', { email }) : t('mail.text')}</p>
          <p className="mt-1 text-base text-muted">{t('mail.spam')}</p>
          {/* Without the cookie the waiting entry is unknown: only the form can send another mail. */}
          {email ? (
            <SendAgain
              number={number}
              mailbox={mailbox}
              isPrimary={shopUrl === null}
              again={again}
            />
          ) : number ? (
            <FormLink number={number}>{t('mail.form')}</FormLink>
          ) : null}
        </div>
      </section>
    </PageColumn>
  )
}

/** Tells to open the mail; another one can be requested after a while. */
function SendAgain({
  number,
  mailbox,
  isPrimary,
  again,
}: {
  number: string
  mailbox: string | null
  isPrimary: boolean
  again: boolean
}) {
  const waited = useMailPatience()
  const t = useTexts('confirmation')
  const answer = useActionData<FormAnswer | Resent>()
  const resent = answer !== undefined && 'resent' in answer ? answer.resent : null
  const refusal = answer !== undefined && 'code' in answer ? answer : undefined
  const challenge = challengeOf(refusal)
  return (
    <div className="mt-1 flex flex-col gap-3">
      {resent ? <Notice tone="success" title={t('mail.resent', { email: resent })} live /> : null}
      {mailbox ? (
        <a
          href={mailbox}
          target="_blank"
          rel="noreferrer"
          className={`${buttonClass(isPrimary ? 'primary' : 'secondary')} w-full md:w-auto md:self-start`}
        >
          <MailOpen aria-hidden="true" />
          {t('mail.open')}
        </a>
      ) : null}
      <PageForm id="resend" rules={{}} labels={{}} answer={refusal} draft={false}>
        <input type="hidden" name="intent" value={resendIntent} />
        {challenge ? <CaptchaStep challenge={challenge} /> : null}
        <div className="flex flex-wrap gap-x-6">
          {again || waited || answer ? (
            <Button type="submit" kind="link">
              {t('mail.again')}
            </Button>
          ) : null}
          <FormLink number={number}>{t('mail.change')}</FormLink>
          {again ? <FormLink number={number}>{t('accepted.other')}</FormLink> : null}
        </div>
      </PageForm>
    </div>
  )
}

// The form keeps its draft; submitting it again replaces the waiting entry.
function FormLink({ number, children }: { number: string; children: string }) {
  const pageHref = usePageHref()
  return (
    <a
      href={`${pageHref('RecipientData', { empfehlungsnummer: number, neu: 1 })}#accept`}
      className={linkClass()}
    >
      {children}
    </a>
  )
}
