import { redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { ofReward, rewardIn } from './named-reward.tsx'
import { RewardOwner } from './reward-owner.tsx'

export type Thanks = Awaited<ReturnType<typeof loadThanks>>

/**
 * Data of the thanks pages. Before a choice it redirects to the reward's page, which shows the state. Goodwill rewards have their own page,
 * since nothing was recommended.
 */
export async function loadThanks(
  page: PageContext,
  here: 'RewardThanks' | 'GoodwillThanks',
  request: Request,
) {
  const query = rewardIn(request)
  const to = (name: 'Reward' | 'RewardThanks' | 'GoodwillThanks') =>
    redirect(href(page.tenant, page.locale, name, ofReward(query.rewardId)))
  if (!page.hasRewardToken) throw to('Reward')
  try {
    const reward = await callApi(page, 'showReward', { query })
    const { id, amount, owner, status, chosen, bankData, expectedOn, held, claimedBack, goodwill } =
      reward
    if (claimedBack || (status !== 'Abgeholt' && status !== 'Ausgezahlt')) throw to('Reward')
    const own = goodwill ? 'GoodwillThanks' : 'RewardThanks'
    if (own !== here) throw to(own)
    return { id, amount, owner, chosen, bankData, expectedOn, held }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== errorCodes.rewardTokenInvalid) throw error
    throw to('Reward')
  }
}

export function WhatComes({ thanks }: { thanks: Thanks }) {
  const { amount, owner, chosen, bankData, expectedOn, held } = thanks
  const { locale } = usePage()
  const t = useTexts('reward')
  const voucher = chosen?.kind === 'voucher'
  let said = t(held ? 'thanks.held' : 'thanks.plain')
  if (voucher) said = t('thanks.voucherText', { amount, brand: chosen.title })
  else if (expectedOn) said = t('thanks.cashText', { amount, date: formatDate(expectedOn, locale) })
  return (
    <>
      <p className="font-semibold">{said}</p>
      {bankData && !voucher ? (
        <p className="mt-3">
          {t('thanks.account')}:{' '}
          <span className="inline-block tabular-nums">{bankData.maskedIban}</span>
        </p>
      ) : null}
      {voucher ? null : <p className="mt-3 text-base text-muted">{t('thanks.mail')}</p>}
      <RewardOwner owner={owner} />
    </>
  )
}
