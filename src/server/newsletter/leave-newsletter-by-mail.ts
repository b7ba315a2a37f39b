import { leaveNewsletterByMail as endpoint } from '../../contract/empfehler-newsletter.ts'
import { serve } from '../serve.ts'
import { endNewsletterBy } from './end-newsletter.ts'

/** One-click unsubscribe (RFC 8058), without questions; idempotent. */
export const leaveNewsletterByMail = serve(endpoint, async (call) => {
  await call.transaction((tx) => endNewsletterBy(tx, call, call.query.token))
  return {}
})
