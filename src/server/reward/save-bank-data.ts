import { saveBankData as endpoint } from '../../contract/empfehler.ts'
import { findAccount, keepAccount } from '../account/store.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { queueMail } from '../mail/store.ts'
import { serve } from '../serve.ts'
import { bankDataView } from './bank-data-view.ts'
import { findBankAccount, keepFirstBankAccount, saveBankAccount } from './bank-store.ts'
import { refuseWaiting } from './blocked-reward.ts'
import { isCollectable } from './reward-view.ts'
import { requireProof } from './prove-owner.ts'
import { refuseEnded } from './reward-call.ts'
import { findReward } from './store.ts'
import { accountPlace, checkBankData, isSameBankData, sealBankData } from './check-bank-data.ts'

/**
 * Stores the referrer's bank account, with a mail so that nobody else does it unnoticed. Collected rewards keep theirs. A
 * waiting reward's link stores the first account only, as collecting does: forwarded links must not redirect later payments.
 */
export const saveBankData = serve(endpoint, (call) => {
  const { deps, tenant, body, locale, caller, now: at } = call
  if (!tenant.storesBankData) throw fail('bank-data-not-saved')
  const bank = checkBankData(body, tenant, locale)
  return call.transaction(async (tx) => {
    const { accountId, mayReplace } = await accountOf(tx, call)
    // Locked to the end: bank data must not outlive an account being deleted.
    if (!(await keepAccount(tx, tenant.code, accountId))) throw fail('session-missing')
    await refuseEnded(tx, call)
    const account = (await findAccount(tx, tenant.code, accountId))!
    const before = await findBankAccount(tx, tenant.code, accountId)
    if (before && isSameBankData(deps.keys, before, body)) return bankDataView(before)
    if (before && !mayReplace) throw fail('login-first')
    if (caller.kind === 'reward') await requireProof(tx, call, caller.rewardId)
    const sealed = sealBankData(deps.keys, bank, accountPlace(tenant.code, accountId))
    if (mayReplace) {
      await saveBankAccount(tx, tenant.code, accountId, sealed, at)
    } else if (!(await keepFirstBankAccount(tx, tenant.code, accountId, sealed, at))) {
      // The table decides a race, not the read above.
      const first = await findBankAccount(tx, tenant.code, accountId)
      if (first && isSameBankData(deps.keys, first, body)) return bankDataView(first)
      throw fail('login-first')
    }
    await audit(tx, tenant.code, {
      at,
      actor: actorOf(call.caller),
      action: 'bank-data-saved',
      subjectKind: 'account',
      subjectId: accountId,
      details: {
        changed: before !== undefined,
        ...(caller.kind === 'referrer' ? { session: caller.tokenId } : {}),
      },
    })
    await queueMail(tx, tenant.code, {
      template: before ? 'bankDataChanged' : 'bankDataSaved',
      to: account.email,
      locale: account.language,
      data: {
        firstName: account.first_name,
        maskedIban: sealed.iban_mask,
        link: { link: { page: 'Settings' } },
      },
      dedupeKey: `bank-data|${accountId}|${call.requestId}|${at.epochMilliseconds}`,
      now: at,
    })
    return bankDataView(sealed)
  })
})

type Owner = { accountId: string; mayReplace: boolean }

async function accountOf(tx: Tx, { caller, tenant, today }: Call): Promise<Owner> {
  if (caller.kind === 'referrer') return { accountId: caller.accountId, mayReplace: true }
  if (caller.kind !== 'reward') throw fail('session-missing')
  const reward = await findReward(tx, tenant.code, caller.rewardId)
  if (!reward?.account_id) throw fail('bank-data-not-saved')
  await refuseWaiting(tx, tenant, reward)
  if (!isCollectable(reward, today)) throw fail('bank-data-not-saved')
  return { accountId: reward.account_id, mayReplace: false }
}
