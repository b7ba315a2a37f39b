import { useNavigate, useSearchParams } from 'react-router'
import { newsletterState } from '../../domain/newsletter.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink, usePageHref } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { useTitleBegins } from '../runtime/title-parts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { formatDateTime } from '../ui/format-date.ts'

type Fields = { newsletterOptedIn: boolean; newsletterMailSentAt: string | null; email: string }
type Answer = FormAnswer | undefined

/** The newsletter's three states. Dialogs are states of the address, to work without script. */
export function NewsletterSection({
  fields,
  inAnswer,
  outAnswer,
}: {
  fields: Fields
  inAnswer: Answer
  outAnswer: Answer
}) {
  const { tenant, locale } = usePage()
  const t = useTexts('mydata')
  const [search] = useSearchParams()
  const sentAt = fields.newsletterMailSentAt
  const state = newsletterState({ optedIn: fields.newsletterOptedIn, mailSent: sentAt !== null })
  // Subscribers can opt out even after the tenant drops its newsletter.
  if (!tenant.newsletter && state === 'optedOut') return null
  const edit = search.get('edit')
  const asked = edit === 'newsletter-in' || edit === 'newsletter-out' ? edit : null
  const date = sentAt ? formatDateTime(sentAt, locale) : ''
  return (
    <Card id="newsletter" className="scroll-mt-4">
      <h2 className="text-xl font-bold">{t('newsletter.title')}</h2>
      <p className="mt-2 wrap-anywhere">
        {t(`newsletter.${state}`, { email: fields.email, tenant: tenant.name, date })}
      </p>
      <div className="mt-5 flex flex-col gap-3 md:flex-row md:flex-wrap md:items-start">
        {state === 'pending' ? <SendAgain answer={asked ? undefined : inAnswer} /> : null}
        {state === 'optedOut' ? (
          <Opener edit="newsletter-in">{t('newsletter.subscribe')}</Opener>
        ) : (
          <Opener edit="newsletter-out">
            {t(state === 'pending' ? 'newsletter.dont' : 'newsletter.leave')}
          </Opener>
        )}
      </div>
      {asked === 'newsletter-in' && state !== 'optedIn' ? (
        <Question intent="newsletter-in" answer={inAnswer} />
      ) : null}
      {asked === 'newsletter-out' && state !== 'optedOut' ? (
        <Question intent="newsletter-out" answer={outAnswer} />
      ) : null}
    </Card>
  )
}

function Opener({ edit, children }: { edit: string; children: string }) {
  return (
    <PageLink
      page="Settings"
      values={{ edit }}
      place="newsletter"
      className={`${buttonClass('secondary')} w-full md:w-auto`}
      preventScrollReset
    >
      {children}
    </PageLink>
  )
}

function SendAgain({ answer }: { answer: Answer }) {
  const t = useTexts('mydata')
  return (
    <PageForm id="newsletter-again" rules={{}} labels={{}} answer={answer} draft={false}>
      <input type="hidden" name="intent" value="newsletter-in" />
      <SubmitButton>{t('newsletter.again')}</SubmitButton>
    </PageForm>
  )
}

function Question({
  intent,
  answer,
}: {
  intent: 'newsletter-in' | 'newsletter-out'
  answer: Answer
}) {
  const { tenant } = usePage()
  const t = useTexts('mydata')
  const pageHref = usePageHref()
  const navigate = useNavigate()
  const close = () => void navigate(pageHref('Settings'), { preventScrollReset: true })
  const side = intent === 'newsletter-in' ? 'in' : 'out'
  const title = t(`newsletter.${side}Title`)
  useTitleBegins(`${title} – `, intent)
  return (
    <Dialog title={title} onClose={close}>
      {side === 'in' ? (
        <p className="mt-3">{t('newsletter.consent', { name: tenant.name })}</p>
      ) : null}
      <p className={`mt-3 mb-5 ${side === 'in' ? 'text-base text-muted' : ''}`}>
        {t(`newsletter.${side}Text`)}
      </p>
      <PageForm id={intent} rules={{}} labels={{}} answer={answer} draft={false}>
        <input type="hidden" name="intent" value={intent} />
        <div className="flex flex-col gap-3 md:flex-row">
          <SubmitButton>{t(`newsletter.${side}Submit`)}</SubmitButton>
          <PageLink page="Settings" className={buttonClass('secondary')} preventScrollReset>
            {t('cancel')}
          </PageLink>
        </div>
      </PageForm>
    </Dialog>
  )
}
