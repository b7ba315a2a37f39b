import { HeartHandshake } from 'lucide-react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { useClearDraft } from '../ui/form/draft.ts'
import { cashDraft } from './cash-form.tsx'
import { loadThanks, WhatComes } from './thanks.tsx'

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadThanks(pageOf(context), 'GoodwillThanks', request)

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('own')('goodwill.title'), robots: 'noindex' }
}

/** After a goodwill reward: it makes amends, and asks for nothing. */
export function Component() {
  const { user, tenant } = usePage()
  const thanks = useLoaderData<typeof loader>()
  const t = useTexts('own')
  useClearDraft(cashDraft(thanks.id))
  return (
    <MessagePage
      mark={<HeartHandshake className="size-10" />}
      title={t('goodwill.title')}
      text={
        <>
          <p className="mb-3">{t('goodwill.text', { tenant: tenant.name })}</p>
          <WhatComes thanks={thanks} />
        </>
      }
    >
      <PageLink page={user ? 'Dashboard' : 'Homepage'} className={buttonClass()}>
        {t(user ? 'dashboard' : 'home')}
      </PageLink>
      <PageLink page="Contact" className={buttonClass('secondary')}>
        {t('contact')}
      </PageLink>
    </MessagePage>
  )
}
