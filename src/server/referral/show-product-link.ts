import { showProductLink as endpoint } from '../../contract/empfehlung.ts'
import { campaignOf } from '../../domain/campaign.ts'
import { wayOf } from '../../domain/campaign-name.ts'
import { goesOn } from '../../domain/referral.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { shopUrl } from './links.ts'
import { resolveRecipient } from './recipient-store.ts'
import { isOpenToRecipients, readNumber } from './referral-view.ts'
import { findReferral } from './store.ts'

/** After the last day, only recipients who accepted in time get to the shop. */
export const showProductLink = serve(endpoint, async (call) => {
  const { deps, tenant, params, query } = call
  const number = readNumber(params.number)
  const asked = query.recipient === undefined ? null : readNumber(query.recipient)
  if (number === null) throw fail('not-found')
  const [referral, recipient] = await call.transaction((tx) =>
    together([
      () => findReferral(tx, tenant.code, number),
      () => (asked === null ? undefined : resolveRecipient(tx, tenant.code, asked)),
    ]),
  )
  if (!referral) throw fail('not-found')
  const own = recipient?.referral_number === number ? recipient : undefined
  if (own ? !goesOn(referral) : !isOpenToRecipients(referral, call.today)) {
    throw fail('referral-expired')
  }
  const { recipient: _, ...campaign } = query
  const { channel } = wayOf(campaignOf(campaign))
  return { url: shopUrl(deps, tenant, number, own?.number ?? null, channel) }
})
