import { campaignOf } from '../../domain/campaign.ts'
import { wayOf } from '../../domain/campaign-name.ts'
import { isRobot } from '../../domain/robots.ts'
import { countedPages } from '../../domain/tracking-goals.ts'
import { trackEvent as endpoint } from '../../contract/tracking.ts'
import { countHitUpTo } from '../base/limit-store.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { recordEvent } from '../tracking/record-event.ts'
import { rememberedCampaign } from './visitor-cookies.ts'

const hour = 3600
export const mostPerHour = 600 // a house shares one address

/** Counts a browser's event. Beyond the limit, silently nothing: nobody waits for the answer. */
export const trackEvent = serve(endpoint, async (call) => {
  const { deps, tenant, body, query, request } = call
  const { event, page } = body
  if ((event === undefined) === (page === undefined)) throw fail('validation')
  call.reply.code(204)
  if (isRobot(request.headers['user-agent'])) return undefined
  const bucket = `track|visitor|${call.visitor}`
  const isCounted = await call.transaction((tx) =>
    countHitUpTo(tx, tenant.code, bucket, call.realNow, hour, mostPerHour),
  )
  if (!isCounted) return undefined
  recordEvent(deps, {
    tenant: tenant.code,
    event: event ?? countedPages[page!],
    ...(page ? { page } : {}),
    way: wayOf(campaignOf(query), rememberedCampaign(request.cookies)),
    visitor: call.visitor,
    analytics: call.analytics,
  })
  return undefined
})
