import { redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'

/** Intent of the button that opens a recipient's reward. */
export const rewardIntent = 'reward'

/** Swaps the recipient's cookie for the reward's and goes to its page. Server only: scripts never see the token. */
export async function openReward(page: PageContext, query: { referral?: string }) {
  const { token, validUntil } = await callApi(page, 'openRecipientReward', { query })
  page.startSession('reward', token, validUntil)
  return redirect(href(page.tenant, page.locale, 'Reward'))
}

/** The same for a reward of the logged-in user. */
export async function collectOwn(page: PageContext, id: string) {
  const { token, validUntil } = await callApi(page, 'openOwnReward', { params: { id } })
  page.startSession('reward', token, validUntil)
  return redirect(href(page.tenant, page.locale, 'Reward'))
}

/** The same for the reward in the address, after the password page; null if it is no longer theirs to collect. */
export async function collectWanted(page: PageContext, request: Request) {
  const reward = new URL(request.url).searchParams.get('reward')
  if (reward === null) return null
  try {
    return await collectOwn(page, reward)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return null
  }
}
