import { claimReferral as endpoint } from '../../contract/empfehlen.ts'
import { refuseBlocked } from '../account/refuse-blocked.ts'
import { findAccount } from '../account/store.ts'
import { audit } from '../base/audit-store.ts'
import { findToken, tokenState, useToken } from '../base/token-store.ts'
import { fail } from '../errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { serve } from '../serve.ts'
import { referralHex } from './hex.ts'
import { referralLink } from './links.ts'
import { findReferral, ownReferral } from './store.ts'

/**
 * Takes over a referral that somebody made with the address of this account, by the link mailed there. The same link used
 * again is answered as done.
 */
export const claimReferral = serve(endpoint, async (call) => {
  const { deps, tenant, body, now } = call
  const referral = await call.transaction(async (tx) => {
    const token = await findToken(tx, tenant.code, 'own-referral', body.token)
    const state = tokenState(token, now)
    if (!token || state === 'expired') throw fail('link-expired')
    const account = await findAccount(tx, tenant.code, token.subject)
    if (account) refuseBlocked(tenant, account)
    const { referral: number = '' } = token.details as { referral?: string }
    if (state === 'valid' && (await useToken(tx, tenant.code, token.token_id, now))) {
      const owned = await ownReferral(tx, tenant.code, token.subject, number, now)
      if (owned) {
        await audit(tx, tenant.code, {
          at: now,
          actor: { kind: 'referrer', id: token.subject },
          action: 'claim-referral',
          subjectKind: 'referral',
          subjectId: number,
        })
        await enqueue(tx, tenant.code, 'provide-rewards', { accountId: token.subject })
        await enqueue(tx, tenant.code, 'ask-newsletter', { accountId: token.subject })
      }
    }
    const found = await findReferral(tx, tenant.code, number)
    if (!found?.owned_at || found.account_id !== token.subject) throw fail('token-used')
    return found
  })
  return {
    number: referral.number,
    hex: referralHex(deps.keys, tenant.code, referral.number),
    productTitle: referral.title[call.locale],
    link: referralLink(deps, tenant, referral.number),
  }
})
