import { issueToken } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { MailLink } from '../mail/store.ts'
import type { Account } from './store.ts'

const objectionDays = 14

/** By which whoever reads an account's mailbox objects to another address of it, before it is changed and after; `change` is the wish's token. */
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
    // As it is now: the account's own may be another one when the link is opened.
    details: { change, address: account.email },
  })
  return { link: { page: 'EmailChange', token: { id, as: 't' } } }
}
