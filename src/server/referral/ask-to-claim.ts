import type { Tenant } from '../../domain/tenant.ts'
import { findAccount } from '../account/store.ts'
import { audit, system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import {
  forgetNetworkHashes,
  listUnclaimedOf,
  markClaimAsked,
  markClaimAskedAgain,
  type Unclaimed,
} from './claim-store.ts'
import { shortUrl } from './links.ts'
import { mailCreator } from './mail-creator.ts'

type Writing = Pick<Deps, 'keys' | 'clock' | 'publicOrigin'>

const againAfterDays = 7
const atOnce = 200
const mostAtOnce = 3 // mails for one wish

/**
 * Mails a fresh link to whoever's address a referral was made with and is nobody's yet, because a contract of it arrived. Called in the
 * transaction that records the contract; contracts of one week are told together.
 */
export async function askToClaim(
  tx: Tx,
  deps: Writing,
  tenant: Tenant,
  number: string,
): Promise<void> {
  const today = deps.clock.today()
  const referral = await markClaimAsked(tx, tenant.code, number, today, againAfterDays)
  if (referral) await mailClaim(tx, deps, tenant, referral)
}

/** The same once more a week later, where nobody pressed; answers how many. Once each, however often it runs. */
export async function askToClaimAgain(deps: Deps, code: string): Promise<number> {
  const tenant = await deps.tenants.get(code)
  for (let total = 0; ;) {
    const done = await withTenant(deps.db, code, async (tx) => {
      const today = deps.clock.today()
      const due = await markClaimAskedAgain(tx, code, today, againAfterDays, atOnce)
      for (const referral of due) await mailClaim(tx, deps, tenant, referral)
      return due.length
    })
    total += done
    if (done < atOnce) return total
  }
}

/**
 * The job 'ask-to-claim': somebody with an account asks for a new link that lets them in (account/send-access-mail.ts). A new password takes
 * nothing over that others made with the address, so that the referrals which have a contract get fresh links of their own.
 */
export async function askAccountToClaim(deps: Deps, code: string, accountId: string) {
  const tenant = await deps.tenants.get(code)
  await withTenant(deps.db, code, async (tx) => {
    for (const referral of await listUnclaimedOf(tx, code, accountId, mostAtOnce))
      await mailClaim(tx, deps, tenant, referral)
  })
}

/** Forgets from which network referrals were made once nobody can accept them any more; answers how many. */
export async function forgetNetworks(deps: Pick<Deps, 'db' | 'clock'>, tenant: string) {
  for (let total = 0; ;) {
    const done = await withTenant(deps.db, tenant, (tx) =>
      forgetNetworkHashes(tx, tenant, deps.clock.today(), atOnce),
    )
    total += done
    if (done < atOnce) return total
  }
}

async function mailClaim(
  tx: Tx,
  deps: Writing,
  tenant: Tenant,
  referral: Unclaimed,
): Promise<void> {
  const account = await findAccount(tx, tenant.code, referral.account_id)
  if (!account || account.blocked_on || tenant.accountsBlockedOn !== null) return
  await mailCreator(tx, deps, tenant.code, account, {
    referralNumber: referral.number,
    product: referral.title,
    referralLink: shortUrl(deps, tenant, referral.code),
    contract: true,
  })
  await audit(tx, tenant.code, {
    at: deps.clock.now(),
    actor: system,
    action: 'ask-to-claim',
    subjectKind: 'referral',
    subjectId: referral.number,
  })
}
