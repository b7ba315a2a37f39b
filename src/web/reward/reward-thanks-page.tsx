import { PartyPopper } from 'lucide-react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf, usePage } from '../page-context.tsx'
import { PageLink, usePageHref } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { useClearDraft } from '../ui/form/draft.ts'
import { loadThanks, WhatComes } from './thanks.tsx'

export const loader = ({ context }: LoaderFunctionArgs) =>
  loadThanks(pageOf(context), 'RewardThanks')

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('reward')('thanks.title'), robots: 'noindex' }
}

export function Component() {
  const { user } = usePage()
  const t = useTexts('reward')
  const pageHref = usePageHref()
  useClearDraft('reward-cash')
  return (
    <MessagePage
      mark={<PartyPopper className="size-10" />}
      title={t('thanks.title')}
      text={
        <>
          <WhatComes thanks={useLoaderData<typeof loader>()} />
          <p className="mt-6">
            <strong className="block">{t('thanks.again')}</strong>
            {t('thanks.againText')}
          </p>
        </>
      }
    >
      <a href={`${pageHref('Homepage')}#products`} className={buttonClass()}>
        {t('recommend')}
      </a>
      {user ? (
        <PageLink page="Dashboard" className={buttonClass('secondary')}>
          {t('token.dashboard')}
        </PageLink>
      ) : null}
    </MessagePage>
  )
}
