import type { PageContext } from '../../contract/page-context.ts'
import { callApi } from './api.ts'
import { isAgencyPath, isSalesPartnerPath, languageChoice } from './href.ts'

/**
 * Where a request comes by the link that chooses a language: stores it, with and without script, and answers where the page is. Mails
 * follow the language of the pages. Another site's link leads to the page and chooses for nobody.
 */
export async function chooseLanguage(
  request: Request,
  page: PageContext,
): Promise<{ to: string } | null> {
  const url = new URL(request.url)
  if (request.method !== 'GET' || !url.searchParams.has(languageChoice)) return null
  url.searchParams.delete(languageChoice)
  if (request.headers.get('sec-fetch-site') !== 'cross-site') await store(page, url.pathname)
  // Two slashes in front would be another host.
  return { to: url.pathname.replace(/^\/+/, '/') + url.search }
}

async function store(page: PageContext, path: string): Promise<void> {
  page.keepLanguage(page.locale)
  const body = { language: page.locale }
  // Support may not write, and a session may have ended meanwhile: the page is there all the same.
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
