import { clickReferral as endpoint } from '../../contract/empfehlen.ts'
import { channelOf } from '../../domain/channels.ts'
import { isExpired } from '../../domain/referral.ts'
import { isNumber } from '../../domain/numbers.ts'
import { isRobot } from '../../domain/robots.ts'
import type { Call } from '../context.ts'
import { serve } from '../serve.ts'
import { pageUrl } from '../tenant/tenant-origin.ts'
import { countClick } from './count-click.ts'
import { shopUrl } from './links.ts'

/** Counts a person's click and sends them on; robots, HEAD and prefetches see the page's preview and are not counted. */
export const clickReferral = serve(endpoint, async (call) => {
  await redirectClick(
    call,
    call.params.number,
    call.query.channel,
    call.query.recipient,
    'Einsprungslink',
  )
  return undefined
})

export async function redirectClick(
  call: Pick<Call, 'deps' | 'tenant' | 'locale' | 'today' | 'request' | 'reply'>,
  number: string,
  channel: string | undefined,
  recipient: string | undefined,
  source: string,
): Promise<void> {
  const { deps, tenant, locale, reply } = call
  const wire = channelOf(channel)
  const page = (name: 'RecipientData' | 'ExpiredRecommendation', params?: Record<string, string>) =>
    pageUrl(
      deps.publicOrigin,
      tenant,
      locale,
      name,
      params,
      // Where nobody named a channel, the address names none, so that a remembered one counts (spec section 2.3).
      name === 'RecipientData' && channel !== undefined ? { channel: wire } : {},
    )
  reply.header('Cache-Control', 'no-store')
  if (!isNumber(number))
    return void reply.redirect(page('ExpiredRecommendation') + '?grund=unbekannt', 302)
  const recipientPage = page('RecipientData', { empfehlungsnummer: number })
  if (!isPerson(call.request)) return void reply.redirect(recipientPage, 302)
  const clicked = await countClick(deps, tenant.code, {
    number,
    channel: wire,
    recipient: recipient && isNumber(recipient) ? recipient : null,
    source,
  })
  if (!clicked) return void reply.redirect(page('ExpiredRecommendation') + '?grund=unbekannt', 302)
  if (clicked.state === 'cancelled')
    return void reply.redirect(page('ExpiredRecommendation') + '?grund=storniert', 302)
  if (isExpired(Temporal.PlainDate.from(clicked.valid_until), call.today)) {
    return void reply.redirect(page('ExpiredRecommendation'), 302)
  }
  const target =
    tenant.clickTarget === 'shop' ? shopUrl(deps, tenant, number, recipient ?? null) : recipientPage
  reply.redirect(target, 302)
}

function isPerson(request: Call['request']): boolean {
  const purpose =
    request.headers['sec-purpose'] ?? request.headers.purpose ?? request.headers['x-moz']
  return (
    request.method === 'GET' &&
    !/prefetch|preview|prerender/i.test(String(purpose ?? '')) &&
    !isRobot(request.headers['user-agent'])
  )
}
