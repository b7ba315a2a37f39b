import { redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'

/** What the button sends that opens a recipient's reward. */
export const rewardIntent = 'reward'

/** Swaps the recipient's cookie for that of the reward and goes to its page. On the server only: the token is for no script. */
export async function openReward(page: PageContext, query: { referral?: string }) {
  const { token, validUntil } = await callApi(page, 'openRecipientReward', { query })
  page.startSession('reward', token, validUntil)
  return redirect(href(page.tenant, page.locale, 'Reward'))
}

/** The same for a reward of whoever is logged in. */
export async function collectOwn(page: PageContext, id: string) {
  const { token, validUntil } = await callApi(page, 'openOwnReward', { params: { id } })
  page.startSession('reward', token, validUntil)
  return redirect(href(page.tenant, page.locale, 'Reward'))
}

/** The same for the one that the address names, which a password was asked for; null where it is no longer theirs to collect. */
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
