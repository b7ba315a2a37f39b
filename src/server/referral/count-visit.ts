import { countVisit as endpoint } from '../../contract/empfehlung.ts'
import { campaignOf } from '../../domain/campaign.ts'
import { wayOf } from '../../domain/campaign-name.ts'
import { isExpired } from '../../domain/referral.ts'
import { isRobot } from '../../domain/robots.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { countClick } from './count-click.ts'
import { readNumber } from './referral-view.ts'
import { findReferral } from './store.ts'

/** Counts a visit without click link; robots get an answer uncounted. */
export const countVisit = serve(endpoint, async (call) => {
  const { deps, tenant, query } = call
  const number = readNumber(call.params.number)
  if (number === null) throw fail('not-found')
  const found = isRobot(call.request.headers['user-agent'])
    ? await call.transaction((tx) => findReferral(tx, tenant.code, number))
    : await countClick(deps, tenant.code, {
        by: 'number',
        named: number,
        ...wayOf(campaignOf(query)),
        recipient: null,
        source: sourceOf(query.source),
      })
  if (!found) throw fail('not-found')
  if (
    found.state === 'cancelled' ||
    isExpired(Temporal.PlainDate.from(found.valid_until), call.today)
  ) {
    throw fail('referral-expired')
  }
  return {}
})

// The caller's label for statistics: letters and digits, else dropped.
function sourceOf(text: string | undefined): string {
  return text !== undefined && /^[\p{L}\p{N}_.-]{1,40}$/u.test(text) ? text : 'unbekannt'
}
