import { CircleCheck, MailX } from 'lucide-react'
import { data, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { isToken, newsletterProblem, NewsletterProblemPage, tokenIn } from './newsletter-link.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const hasToken = isToken(tokenIn(request))
  return data({ hasToken }, { status: hasToken ? 200 : 404 })
}

export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const { already } = await callApi(pageOf(context), 'leaveNewsletter', {
      body: { token: tokenIn(request) },
    })
    return { problem: null, already }
  } catch (error) {
    return data({ problem: newsletterProblem(error), already: false }, { status: 410 })
  }
}

export function meta({ texts }: MetaArgs): Meta {
  return { title: texts('mydata')('optout.title'), robots: 'noindex' }
}

export function Component() {
  const { hasToken } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer?.problem) return <NewsletterProblemPage problem={answer.problem} way="out" />
  if (answer) return <Done already={answer.already} />
  return hasToken ? <Ask /> : <NewsletterProblemPage problem="missing" way="out" />
}

function Ask() {
  const { tenant } = usePage()
  const t = useTexts('mydata')
  return (
    <MessagePage
      mark={<MailX className="size-10" />}
      title={t('optout.title')}
      text={t('optout.text', { tenant: tenant.name })}
    >
      <PageForm id="optout" rules={{}} labels={{}} answer={undefined} asDocument draft={false}>
        <SubmitButton>{t('optout.submit')}</SubmitButton>
      </PageForm>
      <PageLink page="Homepage" className={buttonClass('secondary')}>
        {t('optout.stay')}
      </PageLink>
    </MessagePage>
  )
}

function Done({ already }: { already: boolean }) {
  const t = useTexts('mydata')
  return (
    <MessagePage
      mark={<CircleCheck className="size-10" />}
      title={t(already ? 'optout.alreadyTitle' : 'optout.doneTitle')}
      text={t('optout.doneText')}
    >
      <PageLink page="Homepage" className={buttonClass()}>
        {t('link.home')}
      </PageLink>
      <PageLink page="Settings" className={buttonClass('secondary')}>
        {t('link.settings')}
      </PageLink>
    </MessagePage>
  )
}
