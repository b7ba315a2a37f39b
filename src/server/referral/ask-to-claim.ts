import { localDate } from '../../domain/dates.ts'
import { formatCents } from '../../domain/money.ts'
import { expiresOn } from '../../domain/reward.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { findAccount } from '../account/store.ts'
import { audit, system } from '../base/audit-store.ts'
import { runEveryStep } from '../base/run-every-step.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import type { MailData } from '../mail/store.ts'
import { takeInSets } from '../run-in-sets.ts'
import {
  forgetNetworkHashes,
  listReleased,
  listToAskAgain,
  listUnclaimedOf,
  markClaimAsked,
  markClaimAskedAgain,
  markReleaseTold,
  readAtStake,
  type Unclaimed,
} from './claim-store.ts'
import { shortUrl } from './links.ts'
import { mailCreator } from './mail-creator.ts'

type Writing = Pick<Deps, 'keys' | 'clock' | 'publicOrigin'>

export const againAfterDays = 7
const atOnce = 200
const mostAtOnce = 3 // mails for one wish

/**
 * Mails a new link to an unclaimed referral's address when its first contract arrives, in the same transaction. Once per
 * referral: the address may be a stranger's.
 */
export async function askToClaim(
  tx: Tx,
  deps: Writing,
  tenant: Tenant,
  number: string,
): Promise<void> {
  const referral = await markClaimAsked(tx, tenant.code, {
    number,
    today: deps.clock.today(),
  })
  if (referral) await mailClaim(tx, deps, tenant, referral)
}

/**
 * If unclaimed: a last new link when the share has an amount, and a reminder a week after the previous mail. Once each; returns
 * the number. If one fails the others go on; the first error is thrown.
 */
export async function askToClaimAgain(deps: Deps, code: string): Promise<number> {
  const tenant = await deps.tenants.get(code)
  const today = deps.clock.today()
  let asked = 0
  const tellOf = async (
    list: (tx: Tx, limit: number) => Promise<string[]>,
    mark: (tx: Tx, numbers: readonly string[]) => Promise<Unclaimed[]>,
    words: MailData = {},
  ) => {
    asked += await takeInSets({
      list: (limit) => withTenant(deps.db, code, (tx) => list(tx, limit)),
      take: (some) =>
        withTenant(deps.db, code, async (tx) => {
          const due = await mark(tx, some)
          for (const referral of due) await mailClaim(tx, deps, tenant, referral, words)
          return due.map(({ number }) => number)
        }),
      atOnce,
    })
  }
  const tellAmounts = () =>
    tellOf(
      (tx, limit) => listReleased(tx, code, limit),
      (tx, numbers) => markReleaseTold(tx, code, today, numbers),
    )
  const askAgain = () =>
    tellOf(
      (tx, limit) => listToAskAgain(tx, code, today, againAfterDays, limit),
      (tx, numbers) => markClaimAskedAgain(tx, code, today, againAfterDays, numbers),
      { again: 1 },
    )
  await runEveryStep(tenant.accountsBlockedOn === null ? [tellAmounts, askAgain] : [askAgain])
  return asked
}

/**
 * The job 'ask-to-claim': an account asks for a login link (account/send-access-mail.ts). A new password claims nothing made
 * with the address, so referrals with a contract get links of their own; with the provider's login, where no link sets a
 * password, the others too.
 */
export async function askAccountToClaim(deps: Deps, code: string, accountId: string) {
  const tenant = await deps.tenants.get(code)
  await withTenant(deps.db, code, async (tx) => {
    const found = await listUnclaimedOf(tx, code, accountId, tenant.autoLogin, mostAtOnce)
    for (const referral of found)
      await mailClaim(tx, deps, tenant, referral, referral.contract ? {} : null)
  })
}

/** Deletes referrals' network hashes once nobody can accept them; returns the number. */
export async function forgetNetworks(deps: Pick<Deps, 'db' | 'clock'>, tenant: string) {
  for (let total = 0; ;) {
    const done = await withTenant(deps.db, tenant, (tx) =>
      forgetNetworkHashes(tx, tenant, deps.clock.today(), atOnce),
    )
    total += done
    if (done < atOnce) return total
  }
}

/** @param words the mail's text beside what is at stake; null: no contract yet */
async function mailClaim(
  tx: Tx,
  deps: Writing,
  tenant: Tenant,
  referral: Unclaimed,
  words: MailData | null = {},
): Promise<void> {
  const account = await findAccount(tx, tenant.code, referral.account_id)
  if (!account || account.blocked_on || tenant.accountsBlockedOn !== null) return
  await mailCreator(tx, deps, tenant.code, account, {
    referralNumber: referral.number,
    product: referral,
    referralLink: shortUrl(deps, tenant, referral.code),
    contract: words && {
      ...words,
      ...(await atStake(tx, tenant, referral.number, account.language)),
    },
  })
  await audit(tx, tenant.code, {
    at: deps.clock.now(),
    actor: system,
    action: 'ask-to-claim',
    subjectKind: 'referral',
    subjectId: referral.number,
  })
}

async function atStake(tx: Tx, tenant: Tenant, number: string, locale: Locale): Promise<MailData> {
  const { share, cents, releasedAt, contactWaits } = await readAtStake(tx, tenant.code, number)
  return {
    kept: share > 0 ? 1 : null,
    contactDays: contactWaits ? tenant.unclaimedDays || null : null,
    ...(cents && releasedAt
      ? {
          amount: formatCents(cents, locale),
          expiresOn: expiresOn(localDate(releasedAt), tenant.rewardMonths).toString(),
        }
      : {}),
  }
}
