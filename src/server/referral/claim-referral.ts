import { claimReferral as endpoint } from '../../contract/empfehlen.ts'
import { deviceOf } from '../access/device.ts'
import { endFormer } from '../access/end-former.ts'
import { customer } from '../account/customer.ts'
import { refuseBlocked } from '../account/refuse-blocked.ts'
import { openSession, userView } from '../account/session.ts'
import { findAccount, type Account } from '../account/store.ts'
import {
  findToken,
  revokeTokens,
  tokenState,
  useToken,
  type Token,
  type TokenState,
} from '../base/token-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { conflict, retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { referralHex } from './hex.ts'
import { referralLink } from './links.ts'
import { findReferral } from './store.ts'
import { takeOver } from './take-over.ts'

/**
 * The button behind mails to referrers (domain.md section 3, Confirming): confirms the address, claims what was made with it,
 * and opens a session on this device, without access to money. The link works once; a repeat is a no-op without a session.
 */
export const claimReferral = serve(endpoint, (call) =>
  retryConflict(() =>
    call.transaction(async (tx) => {
      const { deps, tenant, body, now } = call
      // There, the provider's login does this; a session by link could never get a password.
      if (tenant.autoLogin) throw fail('not-authorised')
      const { token, state, account } = await readLink(tx, tenant.code, body.token, now)
      refuseBlocked(tenant, account)
      const first = state === 'valid' && (await useToken(tx, tenant.code, token.token_id, now))
      const user = first ? await enter(tx, call, token, account.account_id) : null
      const { referral: number } = token.details as { referral?: string }
      const found = number === undefined ? undefined : await findReferral(tx, tenant.code, number)
      // A referral withdrawn or reassigned meanwhile is not shown.
      const own = found?.owned_at && found.account_id === account.account_id ? found : undefined
      if (number !== undefined && !own && !user) throw fail('token-used')
      return {
        user,
        number: own?.number ?? null,
        hex: own ? referralHex(deps.keys, tenant.code, own.number) : null,
        productTitle: own?.title[call.locale] ?? null,
        link: own ? referralLink(deps, tenant, own.number) : null,
      }
    }),
  ),
)

/** A link replaced by the confirmation of its address says so, instead of "expired". */
async function readLink(
  tx: Tx,
  tenant: string,
  text: string,
  now: Temporal.Instant,
): Promise<{ token: Token; state: TokenState; account: Account }> {
  const find = async (kind: 'set-password' | 'own-referral') => {
    const token = await findToken(tx, tenant, kind, text)
    const account = token && (await findAccount(tx, tenant, token.subject))
    return token && account ? { token, account } : null
  }
  // In this order: a welcome link whose account gives way becomes a link of the other kind, to another account.
  const welcome = await find('set-password')
  const claim = welcome ? null : await find('own-referral')
  const found = welcome ?? claim
  if (!found) throw fail('link-expired')
  const { token, account } = found
  const state = tokenState(token, now)
  if (claim || !account.confirmed_at) {
    if (state === 'expired') throw fail('link-expired')
    return { token, state, account }
  }
  // Password links do nothing else.
  if ((token.details as { welcome?: boolean }).welcome !== true) throw fail('link-expired')
  return { token, state: 'used', account }
}

async function enter(tx: Tx, call: Call, token: Token, id: string) {
  const { deps, tenant, caller, now } = call
  if (await takeOver(tx, call, id, token))
    await revokeTokens(tx, tenant.code, 'set-password', id, now, token.token_id)
  const current = await findAccount(tx, tenant.code, id)
  if (!current) throw conflict('Its account just gave way to another one')
  // An existing session of this person may have used a password, and stays.
  if (caller.kind === 'referrer' && caller.accountId === id)
    return userView(current, { ...caller, token: caller.bearer })
  await endFormer(tx, tenant.code, call, customer)
  const by = { byLink: true, device: deviceOf(call.request) }
  return userView(current, await openSession(tx, deps, tenant.code, id, by))
}
