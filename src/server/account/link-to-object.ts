import { issueToken } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { MailLink } from '../mail/store.ts'
import type { EmailOwner } from './email-owner.ts'

export const objectionDays = 14

/** The mailbox's link to object to a new address, before and after the change; `change` is the request's token. */
export async function linkToObject(
  tx: Tx,
  { deps, tenant, now }: Pick<Call, 'deps' | 'tenant' | 'now'>,
  owner: Pick<EmailOwner, 'id' | 'email'>,
  change: string,
): Promise<{ link: MailLink }> {
  const { id } = await issueToken(tx, deps.keys, tenant.code, {
    kind: 'old-email',
    subject: owner.id,
    now,
    expiresAt: now.add({ hours: objectionDays * 24 }),
    uses: 1,
    // The current address, which may have changed when the link is opened.
    details: { change, address: owner.email },
  })
  return { link: { page: 'EmailChange', token: { id, as: 't' } } }
}
