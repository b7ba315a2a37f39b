import { Handshake, Hourglass } from 'lucide-react'
import { useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf } from '../runtime/page-context.tsx'
import { PageLink, usePageHref } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { AlreadyConfirmed } from './already-confirmed.tsx'
import { press, type PressAnswer } from './one-press.ts'
import { readPasswordLink } from '../access/password-link.ts'
import { customerAccess } from './customer-access.ts'
import { PressAtOnce } from '../ui/form/press-at-once.tsx'

// Target of the mail to an existing account. One button, because mail scanners open links; where they cannot be, it presses itself.

export async function loader({ request, context }: LoaderFunctionArgs) {
  return readPasswordLink(pageOf(context), request, customerAccess)
}

export async function action({ request, context }: ActionFunctionArgs) {
  return press(pageOf(context), request)
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('account')('claim.title'), robots: 'noindex' }
}

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<PressAnswer>()
  const problem = answer?.problem ?? loaded.problem
  if (problem === 'used') return <AlreadyConfirmed />
  if (problem) return <Problem missing={problem === 'missing'} />
  return (
    <>
      {loaded.person?.sameDevice ? <PressAtOnce form="claim" /> : null}
      <Ask />
    </>
  )
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

function Problem({ missing }: { missing: boolean }) {
  const t = useTexts('account')
  const pageHref = usePageHref()
  return (
    <MessagePage
      mark={<Hourglass className="size-10" />}
      title={t(missing ? 'link.missingTitle' : 'link.expiredTitle')}
      text={t('claim.expiredText')}
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
