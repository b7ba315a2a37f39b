import { accountOwner, contactOwner, type EmailOwner } from '../account/email-owner.ts'
import { lockPerson } from '../account/store.ts'
import { isUuid } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import { resolveRecipient } from './recipient-store.ts'

/** Whom a link about an address is for, an account locked. */
export async function findOwner(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<EmailOwner | undefined> {
  if (isUuid(id)) {
    const account = await lockPerson(tx, tenant, id)
    return account && accountOwner(account)
  }
  const contact = await resolveRecipient(tx, tenant, id)
  return contact && contactOwner(contact)
}
