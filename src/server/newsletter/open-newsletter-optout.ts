import { openNewsletterOptout as endpoint } from '../../contract/empfehler-newsletter.ts'
import { serve } from '../serve.ts'
import { pageUrl } from '../tenant/tenant-origin.ts'

/** Mail programs without one-click open the same URL: redirects to the page, changes nothing. */
export const openNewsletterOptout = serve(
  endpoint,
  async ({ deps, tenant, locale, query, reply }) => {
    const page = pageUrl(
      deps.publicOrigin,
      tenant,
      locale,
      'NewsletterOptout',
      {},
      { t: query.token },
    )
    reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer')
    reply.redirect(page, 302)
    return undefined
  },
)
