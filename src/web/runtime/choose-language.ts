import type { PageContext } from '../../contract/page-context.ts'
import { callApi } from './api.ts'
import { isAgencyPath, isSalesPartnerPath, languageChoice } from './href.ts'

const elsewhere: ReadonlySet<string> = new Set(['cross-site', 'same-site'])

/**
 * Handles the language link: stores the choice, with or without script, and returns where the page is. Mails follow the pages' language. A
 * link from elsewhere, also from another host of the provider's, shows the page but stores nothing.
 */
export async function chooseLanguage(
  request: Request,
  page: PageContext,
): Promise<{ to: string } | null> {
  const url = new URL(request.url)
  if (request.method !== 'GET' || !url.searchParams.has(languageChoice)) return null
  url.searchParams.delete(languageChoice)
  if (!elsewhere.has(request.headers.get('sec-fetch-site') ?? '')) await store(page, url.pathname)
  // Two leading slashes would mean another host.
  return { to: url.pathname.replace(/^\/+/, '/') + url.search }
}

async function store(page: PageContext, path: string): Promise<void> {
  page.keepLanguage(page.locale)
  const body = { language: page.locale }
  // Support may not write, and a session may have ended: show the page anyway.
  await Promise.allSettled([
    page.user && callApi(page, 'updateLanguage', { body }),
    page.agencyUser &&
      isAgencyPath(page, path) &&
      callApi(page, 'updateAgencyUserLanguage', { body }),
    page.salesPartner &&
      isSalesPartnerPath(page, path) &&
      callApi(page, 'updateSalesPartnerLanguage', { body }),
  ])
}
