import { redirect } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'

type Opened = AnswerOf<Endpoints['openOwnReward']>

/** Intent of the button that opens a recipient's reward. */
export const rewardIntent = 'reward'

/** Opens the recipient's reward and goes to its page. Server only: scripts never see the token. */
export async function openReward(page: PageContext, query: { referral?: string }) {
  return goTo(page, await callApi(page, 'openRecipientReward', { query }))
}

/** The same for a reward of the logged-in user. */
export async function collectOwn(page: PageContext, id: string) {
  return goTo(page, await callApi(page, 'openOwnReward', { params: { id } }))
}

/** Whose bank asks for the holder's name is asked that first. */
async function goTo(page: PageContext, { token, asksHolder }: Opened) {
  const opened = await page.openLink('reward', token)
  const to = asksHolder ? 'HolderQuestion' : 'Reward'
  return redirect(href(page.tenant, page.locale, to, { praemierung: opened?.reward }))
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
