import { normaliseEmail } from '../../domain/email.ts'
import { findAccount, findAccountByEmail, type Account } from '../account/store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { resolveRecipient } from '../referral/recipient-store.ts'
import { findInvitedAddress, listInvitedBy, type InvitedBy } from './invited-store.ts'
import { isOwnAddress, isOwnCase } from './own-case.ts'
import { listPersonContacts, type PersonContact } from './person-page-store.ts'

/** Account and contacts of one address are one person, as is who has neither and was invited by an agency. */
export type Person = {
  id: string // of their page
  email: string
  account: Account | null
  contacts: PersonContact[]
  invited: InvitedBy[] // by agencies; of somebody who is nothing else
}

/** Somebody of the programme. @param id an account's, or a contact's number; @throws not-found */
export async function findPerson(tx: Tx, tenant: string, id: string): Promise<Person> {
  const person = await findAnyone(tx, tenant, id)
  if (isOnlyInvited(person)) throw fail('not-found')
  return person
}

export const isOnlyInvited = ({ invited }: Pick<Person, 'invited'>) => invited.length > 0

/** The same, or who was only invited. @param id also an invitation's; @throws not-found */
export async function findAnyone(tx: Tx, tenant: string, id: string): Promise<Person> {
  const known = isUuid(id) ? await findAccount(tx, tenant, id) : undefined
  const contact = known ? undefined : await resolveRecipient(tx, tenant, id)
  const email =
    known?.email ??
    contact?.email ??
    (isUuid(id) ? await findInvitedAddress(tx, tenant, id) : undefined)
  if (!email) throw fail('not-found')
  const account = known ?? (await findAccountByEmail(tx, tenant, normaliseEmail(email))) ?? null
  const contacts = await listPersonContacts(tx, tenant, email)
  const pageId = account?.account_id ?? contacts.at(-1)?.number
  if (pageId) return { id: pageId, email, account, contacts, invited: [] }
  const invited = await listInvitedBy(tx, tenant, email)
  if (invited.length === 0) throw fail('not-found')
  return { id: invited.at(-1)!.invitation_id, email, account, contacts, invited }
}

export type Concerned = {
  accounts: readonly string[]
  recipients: readonly string[]
  agencies?: readonly string[]
}

/** Whom a person's page and what is decided there is about; of an invitation both sides. */
export const concernedBy = ({ account, contacts, invited }: Person): Concerned => ({
  accounts: account ? [account.account_id] : [],
  recipients: contacts.map(({ number }) => number),
  agencies: invited.map(({ agency_id }) => agency_id),
})

export async function isOwnPerson(
  tx: Tx,
  { deps, tenant, caller }: Pick<Call, 'deps' | 'tenant' | 'caller'>,
  person: Person,
): Promise<boolean> {
  const { id } = actorOf(caller)
  return (
    (await isOwnCase(tx, deps, tenant.code, id, concernedBy(person))) ||
    (isOnlyInvited(person) && (await isOwnAddress(tx, deps, tenant.code, id, person.email)))
  )
}

/** What the audit log calls a person. */
export const subjectOf = ({ id, account, invited }: Person) => ({
  subjectKind: account ? 'account' : invited.length > 0 ? 'invitation' : 'recipient',
  subjectId: id,
})

type Deciding = Pick<Call, 'deps' | 'tenant' | 'caller'>

/** Finds whom an operator decides about. @throws own-case */
export const decideAbout = async (tx: Tx, call: Deciding, id: string, reason?: string) =>
  decideOn(tx, call, await findPerson(tx, call.tenant.code, id), reason)

/** The same of what is decided also about somebody who was only invited. */
export const decideAboutAnyone = async (tx: Tx, call: Deciding, id: string, reason?: string) =>
  decideOn(tx, call, await findAnyone(tx, call.tenant.code, id), reason)

async function decideOn(
  tx: Tx,
  call: Deciding,
  person: Person,
  reason: string | undefined,
): Promise<{ person: Person; actor: Actor }> {
  if (await isOwnPerson(tx, call, person)) throw fail('own-case')
  return { person, actor: { ...actorOf(call.caller), ...(reason === undefined ? {} : { reason }) } }
}

/** The account of somebody who may have none. @throws not-found */
export function accountOf({ account }: Person): Account {
  if (!account) throw fail('not-found')
  return account
}
