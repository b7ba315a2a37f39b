import { issueToken } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { MailLink } from '../mail/store.ts'
import type { Account } from './store.ts'

const objectionDays = 14

/** The mailbox's link to object to a new address, before and after the change; `change` is the request's token. */
export async function linkToObject(
  tx: Tx,
  { deps, tenant, now }: Pick<Call, 'deps' | 'tenant' | 'now'>,
  account: Pick<Account, 'account_id' | 'email'>,
  change: string,
): Promise<{ link: MailLink }> {
  const { id } = await issueToken(tx, deps.keys, tenant.code, {
    kind: 'old-email',
    subject: account.account_id,
    now,
    expiresAt: now.add({ hours: objectionDays * 24 }),
    uses: 1,
    // The current address, which may have changed when the link is opened.
    details: { change, address: account.email },
  })
  return { link: { page: 'EmailChange', token: { id, as: 't' } } }
}
