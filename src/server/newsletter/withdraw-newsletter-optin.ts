import { withdrawNewsletterOptin as endpoint } from '../../contract/empfehler-newsletter.ts'
import { referrerOf } from '../account/referrer-call.ts'
import { actorOf } from '../context.ts'
import { serve } from '../serve.ts'
import { endNewsletter } from './end-newsletter.ts'

export const withdrawNewsletterOptin = serve(endpoint, async (call) => {
  const { accountId } = referrerOf(call.caller)
  await call.transaction((tx) => endNewsletter(tx, call, accountId, actorOf(call.caller)))
  return {}
})
