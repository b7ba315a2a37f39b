import type { PendingInviter } from '../account/inviter-store.ts'
import { joinAgency } from '../account/join-agency.ts'
import { confirmAccount, type Account } from '../account/store.ts'
import type { Kind } from '../access/kind.ts'
import { audit } from '../base/audit-store.ts'
import type { Token } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { recordGoal } from '../tracking/record-event.ts'
import { ownAllReferrals, ownReferral } from './store.ts'

type Person = Parameters<typeof confirmAccount>[3]

/** For password links, which may bring the name typed beside. */
export const proveMailbox: Kind<Account>['prove'] = (tx, call, account, token) =>
  takeOver(tx, call, account.account_id, token, call.body as Person)

/**
 * Effect of a proven mailbox: the first proof confirms the account and claims every referral made with its address, later ones
 * the link's referral. Returns whether it was the first.
 */
export async function takeOver(
  tx: Tx,
  call: Pick<Call, 'tenant' | 'now' | 'deps' | 'analytics'>,
  accountId: string,
  { details }: Pick<Token, 'details'>,
  person: Person = {},
): Promise<boolean> {
  const { tenant, now } = call
  const link = details as { referral?: string; invited?: PendingInviter }
  const registered = await confirmAccount(tx, tenant.code, accountId, person, now)
  if (registered && tenant.agencies) await joinAgency(tx, tenant.code, accountId, link, now)
  const [owned] = await together([
    () =>
      registered
        ? ownAllReferrals(tx, tenant.code, accountId, now)
        : link.referral === undefined
          ? []
          : ownReferral(tx, tenant.code, accountId, link.referral, now).then((is) =>
              is ? [link.referral!] : [],
            ),
    () => (registered ? recordGoal(tx, call, 'registered') : undefined),
  ])
  if (registered)
    await audit(tx, tenant.code, {
      at: now,
      actor: { kind: 'referrer', id: accountId },
      action: 'complete-registration',
      subjectKind: 'account',
      subjectId: accountId,
    })
  else if (owned.length > 0)
    await audit(tx, tenant.code, {
      at: now,
      actor: { kind: 'referrer', id: accountId },
      action: 'claim-referral',
      subjectKind: 'referral',
      subjectId: owned[0]!,
    })
  if (owned.length > 0) {
    await enqueue(tx, tenant.code, 'provide-rewards', { accountId })
    // The newsletter opt-in is sent now that the address is proven.
    await enqueue(tx, tenant.code, 'ask-newsletter', { accountId })
  }
  return registered
}
