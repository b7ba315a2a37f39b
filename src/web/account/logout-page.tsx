import { DoorOpen } from 'lucide-react'
import { useSearchParams, type ActionFunctionArgs } from 'react-router'
import { closeSession } from '../access/open-session.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink, usePageHref } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { useClearDrafts } from '../ui/form/draft.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { customerAccess } from './customer-access.ts'

export async function action({ context }: ActionFunctionArgs) {
  return closeSession(pageOf(context), customerAccess, 'Logout')
}

export function meta({ page, texts }: MetaArgs): Meta {
  const t = texts('account')
  return { title: page.user ? t('logout.submit') : t('logout.doneTitle'), robots: 'noindex' }
}

export function Component() {
  const { user } = usePage()
  const [search] = useSearchParams()
  if (user) return <AskFirst />
  return <LoggedOut deleted={search.get('konto') === 'geloescht'} />
}

function LoggedOut({ deleted }: { deleted: boolean }) {
  useClearDrafts()
  return deleted ? <Deleted /> : <Goodbye />
}

// A button, because a logout link can be followed by mistake or by prefetching.
function AskFirst() {
  const t = useTexts('account')
  return (
    <MessagePage
      mark={<DoorOpen className="size-10" />}
      title={t('logout.title')}
      text={t('logout.text')}
    >
      <PageForm id="logout" rules={{}} labels={{}} answer={undefined} asDocument draft={false}>
        <SubmitButton>{t('logout.submit')}</SubmitButton>
      </PageForm>
      <PageLink page="Dashboard" className={buttonClass('secondary')}>
        {t('logout.stay')}
      </PageLink>
    </MessagePage>
  )
}

function Goodbye() {
  const t = useTexts('account')
  const pageHref = usePageHref()
  return (
    <MessagePage
      mark={<DoorOpen className="size-10" />}
      title={t('logout.doneTitle')}
      text={t('logout.doneText')}
    >
      <a href={`${pageHref('Homepage')}#products`} className={buttonClass()}>
        {t('toRecommend')}
      </a>
      <PageLink page="Login" className={buttonClass('secondary')}>
        {t('logout.again')}
      </PageLink>
    </MessagePage>
  )
}

function Deleted() {
  const t = useTexts('account')
  return (
    <MessagePage
      mark={<DoorOpen className="size-10" />}
      title={t('logout.deletedTitle')}
      text={t('logout.deletedText')}
    >
      <PageLink page="Homepage" className={buttonClass()}>
        {t('logout.home')}
      </PageLink>
    </MessagePage>
  )
}
