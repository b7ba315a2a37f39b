import { PartyPopper } from 'lucide-react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { WaysOn } from './ways-on.tsx'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { useClearDraft } from '../ui/form/draft.ts'
import { cashDraft } from './cash-form.tsx'
import { rewardIn } from './named-reward.tsx'
import { ProgrammeBanner } from './programme-banner.tsx'
import { loadThanks, WhatComes } from './thanks.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const [thanks, banner] = await Promise.all([
    loadThanks(page, 'RewardThanks', request),
    callApi(page, 'showRewardBanner', { query: rewardIn(request) }).catch(() => ({ show: false })),
  ])
  return { ...thanks, banner: banner.show }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('reward')('thanks.title'), robots: 'noindex' }
}

export function Component() {
  const { banner } = useLoaderData<typeof loader>()
  return (
    <>
      <Thanks />
      {banner ? <Banner /> : null}
    </>
  )
}

function Banner() {
  const t = useTexts('reward')
  return (
    <div className="container-page max-w-4xl pb-14">
      <ProgrammeBanner
        title={t('banner.title')}
        text={t('banner.text')}
        button={t('banner.button')}
      />
    </div>
  )
}

function Thanks() {
  const t = useTexts('reward')
  const thanks = useLoaderData<typeof loader>()
  useClearDraft(cashDraft(thanks.id))
  return (
    <MessagePage
      mark={<PartyPopper className="size-10" />}
      title={t('thanks.title')}
      text={
        <>
          <WhatComes thanks={thanks} />
          <p className="mt-6">
            <strong className="block">{t('thanks.again')}</strong>
            {t('thanks.againText')}
          </p>
        </>
      }
    >
      <WaysOn />
    </MessagePage>
  )
}
