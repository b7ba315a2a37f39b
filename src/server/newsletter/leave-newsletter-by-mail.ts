import { leaveNewsletterByMail as endpoint } from '../../contract/empfehler-newsletter.ts'
import { serve } from '../serve.ts'
import { endNewsletterBy } from './end-newsletter.ts'

/** One click in a mail program (RFC 8058): it asks nothing, so neither do we; done before is done. */
export const leaveNewsletterByMail = serve(endpoint, async (call) => {
  await call.transaction((tx) => endNewsletterBy(tx, call, call.query.token))
  return {}
})
