import type { AnswerOf } from '../../contract/endpoint.ts'
import type { listCampaigns } from '../../contract/aktion.ts'
import { keepTogether } from '../../domain/keep-together.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { callApi } from '../runtime/api.ts'

export type Campaign = AnswerOf<typeof listCampaigns>[number]

/** Today's campaigns. A page never fails without them: the error is in the log of the server that answers it (spec section 7.4). */
export async function loadCampaigns(
  page: Pick<PageContext, 'send' | 'locale' | 'tenant'>,
): Promise<Campaign[]> {
  try {
    const campaigns = await callApi(page, 'listCampaigns', {})
    return campaigns.map((campaign) => ({
      ...campaign,
      text: keepTogether(campaign.text),
      legalText: keepTogether(campaign.legalText),
    }))
  } catch {
    return []
  }
}
