import { normaliseEmail } from '../../domain/email.ts'
import { findAccount, findAccountByEmail, type Account } from '../account/store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { resolveRecipient } from '../referral/recipient-store.ts'
import { isOwnCase } from './own-case.ts'
import { listPersonContacts, type PersonContact } from './person-page-store.ts'

/** Account and contacts of one address are one person. */
export type Person = {
  id: string // of their page
  email: string
  account: Account | null
  contacts: PersonContact[]
}

/** @param id an account's, or a contact's number; @throws not-found */
export async function findPerson(tx: Tx, tenant: string, id: string): Promise<Person> {
  const known = isUuid(id) ? await findAccount(tx, tenant, id) : undefined
  const contact = known ? undefined : await resolveRecipient(tx, tenant, id)
  const email = known?.email ?? contact?.email
  if (!email) throw fail('not-found')
  const account = known ?? (await findAccountByEmail(tx, tenant, normaliseEmail(email)))
  const contacts = await listPersonContacts(tx, tenant, email)
  const pageId = account?.account_id ?? contacts.at(-1)?.number
  if (!pageId) throw fail('not-found')
  return { id: pageId, email, account: account ?? null, contacts }
}

export type Concerned = { accounts: readonly string[]; recipients: readonly string[] }

/** Whom a person's page and what is decided there is about. */
export const concernedBy = ({ account, contacts }: Person): Concerned => ({
  accounts: account ? [account.account_id] : [],
  recipients: contacts.map(({ number }) => number),
})

/** What the audit log calls a person. */
export const subjectOf = ({ id, account }: Person) => ({
  subjectKind: account ? 'account' : 'recipient',
  subjectId: id,
})

/** Finds whom an operator decides about. @throws own-case */
export async function decideAbout(
  tx: Tx,
  call: Pick<Call, 'deps' | 'tenant' | 'caller'>,
  id: string,
  reason?: string,
): Promise<{ person: Person; actor: Actor }> {
  const { deps, tenant, caller } = call
  const person = await findPerson(tx, tenant.code, id)
  const actor = { ...actorOf(caller), ...(reason === undefined ? {} : { reason }) }
  if (await isOwnCase(tx, deps, tenant.code, actor.id, concernedBy(person))) throw fail('own-case')
  return { person, actor }
}

/** The account of somebody who may have none. @throws not-found */
export function accountOf({ account }: Person): Account {
  if (!account) throw fail('not-found')
  return account
}
