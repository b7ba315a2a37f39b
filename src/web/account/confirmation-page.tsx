import { CircleCheck, Handshake, Hourglass } from 'lucide-react'
import { data, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { callApi } from '../api.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf } from '../page-context.tsx'
import { PageLink, usePageHref } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { problemOf, type LinkProblem } from './password-link.ts'

// The mail of someone who has an account leads here. One button, because mail scanners open links, too.

const tokenIn = (request: Request) => new URL(request.url).searchParams.get('t') ?? ''

export async function loader({ request }: LoaderFunctionArgs) {
  return { hasToken: tokenIn(request).length >= 20 }
}

export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const { number, productTitle } = await callApi(pageOf(context), 'claimReferral', {
      body: { token: tokenIn(request) },
    })
    return { problem: null, number, productTitle }
  } catch (error) {
    return data({ problem: problemOf(error), number: null, productTitle: null }, { status: 410 })
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('account')('claim.title'), robots: 'noindex' }
}

export function Component() {
  const { hasToken } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer?.problem) return <Problem problem={answer.problem} />
  if (answer) return <Done number={answer.number} product={answer.productTitle} />
  return hasToken ? <Ask /> : <Problem problem="missing" />
}

function Ask() {
  const t = useTexts('account')
  return (
    <MessagePage
      mark={<Handshake className="size-10" />}
      title={t('claim.title')}
      text={
        <>
          <p>{t('claim.text')}</p>
          <p className="mt-3 text-base text-muted">{t('claim.ignore')}</p>
        </>
      }
    >
      <PageForm id="claim" rules={{}} labels={{}} answer={undefined} asDocument draft={false}>
        <SubmitButton>{t('claim.submit')}</SubmitButton>
      </PageForm>
    </MessagePage>
  )
}

function Done({ number, product }: { number: string; product: string }) {
  const t = useTexts('account')
  return (
    <MessagePage
      mark={<CircleCheck className="size-10" />}
      title={t('claim.doneTitle')}
      text={t('claim.doneText', { product })}
    >
      <PageLink page="Dashboard" className={buttonClass()}>
        {t('toDashboard')}
      </PageLink>
      <PageLink
        page="ShareRecommendation"
        values={{ empfehlungsnummer: number }}
        className={buttonClass('secondary')}
      >
        {t('claim.toShare')}
      </PageLink>
    </MessagePage>
  )
}

function Problem({ problem }: { problem: LinkProblem }) {
  const t = useTexts('account')
  const pageHref = usePageHref()
  const used = problem === 'used'
  const titles = {
    used: 'claim.usedTitle',
    expired: 'link.expiredTitle',
    missing: 'link.missingTitle',
  } as const
  return (
    <MessagePage
      mark={used ? <CircleCheck className="size-10" /> : <Hourglass className="size-10" />}
      title={t(titles[problem])}
      text={t(used ? 'claim.usedText' : 'claim.expiredText')}
    >
      <PageLink page="Dashboard" className={buttonClass()}>
        {t('toDashboard')}
      </PageLink>
      <a href={`${pageHref('Homepage')}#products`} className={buttonClass('secondary')}>
        {t('toRecommend')}
      </a>
    </MessagePage>
  )
}
