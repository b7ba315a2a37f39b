import { leaveNewsletter as endpoint } from '../../contract/empfehler-newsletter.ts'
import { serve } from '../serve.ts'
import { endNewsletterBy } from './end-newsletter.ts'

/** The button of the unsubscribe page. */
export const leaveNewsletter = serve(endpoint, async (call) => {
  const ended = await call.transaction((tx) => endNewsletterBy(tx, call, call.body.token))
  return { already: !ended }
})
