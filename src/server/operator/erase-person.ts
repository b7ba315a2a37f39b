import { normaliseEmail } from '../../domain/email.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { findAccountByEmail } from '../account/store.ts'
import { setLeft } from '../agency/user-store.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { revokeTokens } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { removeAccount } from '../reward/delete-account.ts'
import { eraseRecipient } from '../reward/erase-recipient.ts'
import { feedEmailPlace, forgetUnmatchedAddress } from '../order/unmatched-store.ts'
import { forgetInvitedAddress } from '../account/invitation-store.ts'
import { fail } from '../errors.ts'
import { isOwnAddress } from './own-case.ts'
import { listRecipientNumbers, readOtherTraces } from './person-store.ts'

export type Erased = {
  account: 'removed' | 'not-waived' | 'unknown'
  recipients: { number: string; keptFor: string[] }[] // with an entry: deleted automatically once settled
  invitations: number
  agencyUsers: { agency: string; role: string; left: boolean }[]
  partners: string[] // numbers; documents are kept for tax law
}

/**
 * Deletes an address at a tenant on request by letter (Art. 17 GDPR), by the users' own functions: account end, contact
 * withdrawal, employee removal. Without `waive`, an account with rewards to lose stays, and nothing else is touched.
 */
export async function erasePerson(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: Tenant,
  { email: typed, waive, actor }: { email: string; waive: boolean; actor: Actor },
): Promise<Erased> {
  const email = normaliseEmail(typed)
  const { code } = tenant
  const [now, today] = [deps.clock.now(), deps.clock.today()]
  if (await isOwnAddress(tx, deps, code, actor.id, email)) throw fail('own-case')
  const known = await findAccountByEmail(tx, code, email)
  const account = known
    ? await removeAccount(tx, deps, tenant, { accountId: known.account_id, waive, actor })
    : 'unknown'
  const erased: Erased = { account, recipients: [], invitations: 0, agencyUsers: [], partners: [] }
  if (account === 'not-waived') return erased
  for (const { number, merged_into } of await listRecipientNumbers(tx, code, email)) {
    // Merged entries go with the remaining one.
    if (merged_into !== null) continue
    const keptFor = await eraseRecipient(tx, deps, tenant, number, { actor, now, today })
    erased.recipients.push({ number, keptFor })
  }
  const traces = await readOtherTraces(tx, code, email)
  for (const { agency_id: agencyId, user_id: userId, agency, role } of traces.agencyUsers) {
    const left = await setLeft(tx, code, { agencyId, userId, leftAt: now })
    erased.agencyUsers.push({ agency, role, left })
    if (!left) continue
    await revokeTokens(tx, code, 'agency-session', userId, deps.clock.realNow())
    await revokeTokens(tx, code, 'agency-password', userId, now)
  }
  erased.partners = traces.partners.map(({ number }) => number)
  await forgetUnmatchedAddress(tx, code, deps.keys.lookups(feedEmailPlace(code, email)))
  const invited = await forgetInvitedAddress(tx, code, email, now)
  erased.invitations = invited.length
  await audit(tx, code, {
    at: now,
    actor,
    action: 'person-erased',
    ...(known
      ? { subjectKind: 'account', subjectId: known.account_id }
      : erased.recipients.length === 0 && invited[0]
        ? { subjectKind: 'invitation', subjectId: invited[0] }
        : { subjectKind: 'tenant', subjectId: code }),
    details: {
      recipients: erased.recipients,
      invitations: erased.invitations,
      agencyUsers: traces.agencyUsers.map(({ user_id }) => user_id),
    },
  })
  return erased
}
