import { clickReferral as endpoint } from '../../contract/empfehlen.ts'
import { campaignOf, channelIn, type Campaign } from '../../domain/campaign.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { wayOf } from '../../domain/campaign-name.ts'
import { isExpired } from '../../domain/referral.ts'
import { isNumber } from '../../domain/numbers.ts'
import { throwEarlier } from '../base/answer-first.ts'
import type { Call, Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { isPerson } from '../is-person.ts'
import { serve } from '../serve.ts'
import { pageUrl } from '../tenant/tenant-origin.ts'
import { recordEvent } from '../tracking/record-event.ts'
import { countClick } from './count-click.ts'
import { noteUnknown } from '../limit-reads.ts'
import { visitorOf } from '../visitor.ts'
import { shopUrl } from './links.ts'
import { isEnded } from './store.ts'

/** Counts a click and redirects; robots and prefetches get the preview uncounted, as does HEAD (only-look.ts). */
export const clickReferral = serve(endpoint, async (call) => {
  throwEarlier(call.request.raw)
  const { recipient, ...query } = call.query
  await redirectClick(call, call.params.number, campaignOf(query), recipient, 'Einsprungslink')
  return undefined
})

export async function redirectClick(
  call: Pick<Call, 'deps' | 'tenant' | 'locale' | 'today' | 'analytics' | 'request' | 'reply'>,
  number: string,
  said: Campaign | null,
  recipient: string | undefined,
  source: string,
): Promise<void> {
  const { deps, tenant, locale, analytics, reply } = call
  const way = wayOf(said)
  const over = () => pageUrl(deps.publicOrigin, tenant, locale, 'ExpiredRecommendation')
  reply.header('Cache-Control', 'no-store')
  if (!isNumber(number)) {
    noteUnknown(deps, tenant.code, call.request)
    return void reply.redirect(over() + '?grund=unbekannt', 302)
  }
  const page = recipientPage(deps, tenant, locale, number, said)
  if (!isPerson(call.request)) return void reply.redirect(page, 302)
  const contact = recipient && isNumber(recipient) ? recipient : null
  const clicked = await countClick(deps, tenant.code, {
    by: 'number',
    named: number,
    ...way,
    recipient: contact,
    source,
  })
  if (!clicked) {
    const isOver = await withTenant(deps.db, tenant.code, (tx) =>
      isEnded(tx, tenant.code, { number }),
    )
    if (!isOver) noteUnknown(deps, tenant.code, call.request)
    const reason = isOver ? '' : '?grund=unbekannt'
    return void reply.redirect(over() + reason, 302)
  }
  if (clicked.state === 'cancelled') return void reply.redirect(over() + '?grund=storniert', 302)
  if (isExpired(Temporal.PlainDate.from(clicked.valid_until), call.today)) {
    return void reply.redirect(over(), 302)
  }
  const seen = { tenant: tenant.code, way, analytics }
  // The click is its row; only an external analytics service remains.
  if (analytics) recordEvent(deps, { ...seen, event: 'link-clicked' })
  if (tenant.clickTarget !== 'shop') return void reply.redirect(page, 302)
  const visitor = visitorOf(deps, tenant.code, call.request)
  recordEvent(deps, { ...seen, event: 'shop-opened', visitor })
  reply.redirect(shopUrl(deps, tenant, number, contact, way.channel), 302)
}

/** Where a click on a referral that runs leads. Without a channel the address has none, so that a remembered one counts (spec section 2.3). */
export function recipientPage(
  deps: Pick<Deps, 'publicOrigin'>,
  tenant: Tenant,
  locale: Locale,
  number: string,
  said: Campaign | null,
): string {
  const { channel: _, c: __, ...campaign } = said ?? {}
  return pageUrl(
    deps.publicOrigin,
    tenant,
    locale,
    'RecipientData',
    { empfehlungsnummer: number },
    { ...(channelIn(said) === undefined ? {} : { channel: wayOf(said).channel }), ...campaign },
  )
}
