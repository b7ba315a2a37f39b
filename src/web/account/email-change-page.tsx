import { CircleCheck, Hourglass, MailCheck, ShieldAlert } from 'lucide-react'
import { data, useActionData, useLoaderData, useLocation } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { ApiError } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { loginHref } from '../runtime/href.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { Link } from '../runtime/link.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { problemOf, tokenIn, type LinkProblem } from '../access/password-link.ts'

// For the two mails of an address change: the new address confirms, the old one objects. One button, because mail scanners open links, too.

type Kind = 'neu' | 'widerspruch' | 'zu-spaet'
type Over = Exclude<LinkProblem, 'used'> | `used-${Kind}` | 'contact' | 'taken'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = tokenIn(request)
  if (token.length < 20) return over('missing', 404)
  try {
    const asked = await callApi(pageOf(context), 'showNewEmail', { body: { token } })
    return data({ asked, over: null })
  } catch (error) {
    const problem = whyOver(error)
    return over(problem, isDone(problem) ? 200 : 410)
  }
}

const over = (problem: Over, status: number) => data({ asked: null, over: problem }, { status })

/** A used link is no error, least of all right after pressing it. */
const isDone = (problem: Over): problem is `used-${Kind}` | 'contact' =>
  problem.startsWith('used-') || problem === 'contact'

function whyOver(error: unknown): Over {
  const problem = problemOf(error)
  if (problem !== 'used') return problem
  const kind = error instanceof ApiError ? error.details.Art : null
  if (error instanceof ApiError && error.details.Kontakt) return 'contact'
  return kind === 'widerspruch' || kind === 'zu-spaet' ? `used-${kind}` : 'used-neu'
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  try {
    const done = await callApi(page, 'changeEmail', { body: { token: tokenIn(request) } })
    if (done.kind === 'widerspruch' || done.needsPassword) page.endSession('user')
    return { done, over: null }
  } catch (error) {
    const isTaken = error instanceof ApiError && error.code === 'PSOF0302'
    const problem = isTaken ? 'taken' : whyOver(error)
    return data({ done: null, over: problem }, { status: isDone(problem) ? 200 : 410 })
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('account')('settings.emailChange'), robots: 'noindex' }
}

export function Component() {
  const { asked, over: before } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer?.done) return <Done {...answer.done} />
  const problem = answer?.over ?? before
  if (problem || !asked) return <Problem problem={problem ?? 'missing'} />
  return <Ask {...asked} />
}

const words = { neu: 'newEmail', widerspruch: 'oldEmail', 'zu-spaet': 'lateEmail' } as const
const ways = {
  neu: { page: 'Dashboard', text: 'toDashboard' },
  widerspruch: { page: 'ForgotPassword', text: 'confirmed.forgot' },
  'zu-spaet': { page: 'Contact', text: 'provider.contact' },
} as const

function Ask({
  kind,
  email,
  needsPassword,
  isContact,
}: {
  kind: Kind
  email: string
  needsPassword: boolean
  isContact: boolean
}) {
  const page = usePage()
  const { tenant, user } = page
  const { pathname, search } = useLocation()
  const t = useTexts('account')
  const of = words[kind]
  const Mark = kind === 'neu' ? MailCheck : ShieldAlert
  return (
    <MessagePage
      mark={<Mark className="size-10" />}
      title={t(`${of}.title`)}
      text={
        <>
          <p>{t(isContact ? `${of}.contactText` : `${of}.text`)}</p>
          <p className="mt-2 font-semibold wrap-anywhere">
            {t(`${isContact ? 'newEmail' : of}.address`, { email })}
          </p>
          {of === 'newEmail' ? null : <p className="mt-2">{t(`${of}.act`)}</p>}
          <p className="mt-3 text-base text-muted">
            {t(isContact ? `${of}.contactSessions` : `${of}.sessions`, {
              email: tenant.contact.email,
            })}
          </p>
          {needsPassword ? (
            <p className="mt-3 text-base text-muted">{t('newEmail.elsewhere')}</p>
          ) : null}
        </>
      }
    >
      <PageForm
        id="email-change"
        rules={{}}
        labels={{}}
        answer={undefined}
        asDocument
        draft={false}
      >
        <SubmitButton>{t(`${kind === 'neu' ? 'newEmail' : 'oldEmail'}.submit`)}</SubmitButton>
      </PageForm>
      {needsPassword && !user ? (
        <Link to={loginHref(page, pathname + search)} className={buttonClass('secondary')}>
          {t('newEmail.logInFirst')}
        </Link>
      ) : null}
    </MessagePage>
  )
}

function Done({
  kind,
  needsPassword,
  isContact,
}: {
  kind: Kind
  needsPassword: boolean
  isContact: boolean
}) {
  const { tenant } = usePage()
  const t = useTexts('account')
  const way = isContact ? ways['zu-spaet'] : needsPassword ? ways.widerspruch : ways[kind]
  const text = isContact
    ? (`${words[kind]}.contactDone` as const)
    : (`${words[kind]}.doneText` as const)
  return (
    <MessagePage
      mark={
        kind === 'zu-spaet' ? (
          <ShieldAlert className="size-10" />
        ) : (
          <CircleCheck className="size-10" />
        )
      }
      title={t(`${words[kind]}.doneTitle`)}
      text={t(needsPassword ? 'newEmail.doneElsewhere' : text, {
        email: tenant.contact.email,
      })}
    >
      <PageLink page={way.page} className={buttonClass()}>
        {t(way.text)}
      </PageLink>
    </MessagePage>
  )
}

function Problem({ problem }: { problem: Over }) {
  const t = useTexts('account')
  const { user, tenant } = usePage()
  const titles = {
    contact: 'newEmail.contactUsedTitle',
    'used-neu': 'newEmail.usedTitle',
    'used-widerspruch': 'oldEmail.usedTitle',
    'used-zu-spaet': 'lateEmail.doneTitle',
    expired: 'link.expiredTitle',
    missing: 'link.missingTitle',
    taken: 'settings.emailChange',
  } as const
  const texts = {
    contact: 'newEmail.contactUsed',
    'used-neu': user ? 'newEmail.usedText' : 'newEmail.usedElsewhere',
    'used-widerspruch': 'oldEmail.usedText',
    'used-zu-spaet': 'lateEmail.doneText',
    expired: 'newEmail.overText',
    missing: 'newEmail.overText',
    taken: 'newEmail.taken',
  } as const
  const after = {
    contact: ways['zu-spaet'],
    'used-neu': user ? ways.neu : ({ page: 'Dashboard', text: 'newEmail.logIn' } as const),
    'used-widerspruch': ways.widerspruch,
    'used-zu-spaet': ways['zu-spaet'],
  } as const
  const way = isDone(problem)
    ? after[problem]
    : ({ page: 'Settings', text: 'settings.title' } as const)
  const Mark = !isDone(problem)
    ? Hourglass
    : problem === 'used-zu-spaet'
      ? ShieldAlert
      : CircleCheck
  return (
    <MessagePage
      mark={<Mark className="size-10" />}
      title={t(titles[problem])}
      text={t(texts[problem], { email: tenant.contact.email })}
    >
      <PageLink page={way.page} className={buttonClass()}>
        {t(way.text)}
      </PageLink>
    </MessagePage>
  )
}
