import { createHash } from 'node:crypto'
import { showRewardPicture as endpoint } from '../../contract/praemie.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { loadOffer, rewardAmounts } from './option-view.ts'
import { isOffered } from './product-view.ts'
import { drawRewardPicture } from './reward-picture.ts'
import { planOfCaller } from './plan-of-caller.ts'
import { findHighestCommission, findProduct } from './store.ts'

/** A picture of a reward's value for a product, by default the highest. Cached for an hour, then revalidated. */
export const showRewardPicture = serve(endpoint, async (call) => {
  const { tenant, params, query, today, reply } = call
  const [offer, product, highest, plan] = await call.transaction((tx) =>
    together([
      () => loadOffer(tx, tenant, today),
      () => (query.product ? findProduct(tx, tenant.code, query.product) : undefined),
      () => findHighestCommission(tx, tenant.code, tenant.excludedProducts),
      () => planOfCaller(tx, call),
    ]),
  )
  const known = offer.options.some(({ option_id }) => option_id === params.id)
  if (!known || (query.product && !isOffered(tenant, product))) throw fail('not-found')
  const cents = plan?.fixedCents ?? product?.commission_cents ?? highest
  const amounts = { all: cents, half: rewardAmounts(tenant, cents, 50) }
  const picture = drawRewardPicture(tenant, params.kind, amounts, query.language ?? call.locale)
  const tag = `"${createHash('sha256').update(picture).digest('base64url').slice(0, 22)}"`
  reply.headers({
    // With agency plans, amounts differ by caller.
    'Cache-Control': tenant.agencies ? 'private, no-cache' : 'public, max-age=3600',
    ETag: tag,
    Vary: 'Accept-Language',
  })
  const known304 = (call.request.headers['if-none-match'] ?? '').split(/,\s*/).includes(tag)
  reply.code(known304 ? 304 : 200).type('image/svg+xml; charset=utf-8')
  reply.send(known304 ? undefined : picture)
  return undefined
})
