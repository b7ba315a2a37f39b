import type { PageContext } from '../../contract/page-context.ts'
import { readCampaign } from '../../domain/campaign.ts'
import type { CookieConsent, OptionalCategory } from '../../domain/cookie-consent.ts'
import { callApi } from '../runtime/api.ts'

/** The parameter of a page that is returned to after the choice. */
export const cookiesSaved = 'cookies-saved'

/**
 * Accepts some cookie categories and declines the others; the answer sets the cookies. `search`: the page's query, whose campaign may be
 * stored now.
 */
export async function saveCookieChoice(
  page: Pick<PageContext, 'send' | 'locale' | 'tenant'>,
  given: readonly OptionalCategory[],
  remember: boolean,
  search: string,
): Promise<CookieConsent> {
  const campaign = readCampaign(search)
  const { choices, ...rest } = await callApi(page, 'chooseCookies', {
    body: {
      ...Object.fromEntries(given.map((category) => [category, true])),
      remember,
      ...(campaign ? { campaign } : {}),
    },
  })
  const said = Object.entries(choices).filter(([, state]) => state !== undefined)
  return { ...rest, choices: Object.fromEntries(said) }
}
