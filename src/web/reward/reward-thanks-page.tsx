import { PartyPopper } from 'lucide-react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { ApiError, errorCodes } from '../api-error.ts'
import { callApi } from '../api.ts'
import { href } from '../href.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf, usePage } from '../page-context.tsx'
import { PageLink, usePageHref } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { useClearDraft } from '../ui/form/draft.ts'
import { formatDate } from '../ui/format-date.ts'
import { ProgrammeBanner } from './programme-banner.tsx'
import { RewardOwner } from './reward-owner.tsx'

// Whoever comes here without having chosen gets no thanks yet: the reward's page says how it stands.
export async function loader({ context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const rewardPage = href(page.tenant, page.locale, 'Reward')
  if (!page.hasRewardToken) throw redirect(rewardPage)
  try {
    const [reward, banner] = await Promise.all([
      callApi(page, 'showReward', { query: {} }),
      callApi(page, 'showRewardBanner', {}).catch(() => ({ show: false })),
    ])
    const { amount, owner, status, chosen, bankData, expectedOn, claimedBack } = reward
    if (claimedBack || (status !== 'Abgeholt' && status !== 'Ausgezahlt'))
      throw redirect(rewardPage)
    return { amount, owner, chosen, bankData, expectedOn, banner: banner.show }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== errorCodes.rewardTokenInvalid) throw error
    throw redirect(rewardPage)
  }
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
  const { user } = usePage()
  const t = useTexts('reward')
  const pageHref = usePageHref()
  useClearDraft('reward-cash')
  return (
    <MessagePage
      mark={<PartyPopper className="size-10" />}
      title={t('thanks.title')}
      text={<WhatComes />}
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

function WhatComes() {
  const { amount, owner, chosen, bankData, expectedOn } = useLoaderData<typeof loader>()
  const { locale } = usePage()
  const t = useTexts('reward')
  const voucher = chosen?.kind === 'voucher'
  let said = t('thanks.plain')
  if (voucher) said = t('thanks.voucherText', { amount, brand: chosen.title })
  else if (expectedOn) said = t('thanks.cashText', { amount, date: formatDate(expectedOn, locale) })
  return (
    <>
      <p className="font-semibold">{said}</p>
      {bankData && !voucher ? (
        <p className="mt-3">
          {t('thanks.account')}: <span className="tabular-nums">{bankData.maskedIban}</span>
        </p>
      ) : null}
      {voucher ? null : <p className="mt-3 text-base text-muted">{t('thanks.mail')}</p>}
      <RewardOwner owner={owner} />
      <p className="mt-6">
        <strong className="block">{t('thanks.again')}</strong>
        {t('thanks.againText')}
      </p>
    </>
  )
}
