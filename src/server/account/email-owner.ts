import type { Locale } from '../../domain/tenant.ts'
import type { Account } from './store.ts'

/** Whose address changes: an account, or a contact of the address without one. */
export type EmailOwner = {
  id: string // the account's, or the contact's number
  account: Account | null
  email: string
  firstName: string
  lastName: string
  language: Locale
}

type Named = { email: string; first_name: string; last_name: string; language: string }

const ownerOf = (id: string, account: Account | null, named: Named): EmailOwner => ({
  id,
  account,
  email: named.email,
  firstName: named.first_name,
  lastName: named.last_name,
  language: named.language as Locale,
})

export const accountOwner = (account: Account): EmailOwner =>
  ownerOf(account.account_id, account, account)

export const contactOwner = (contact: Named & { number: string }): EmailOwner =>
  ownerOf(contact.number, null, contact)

/** What the log calls them. */
export const ownerSubject = ({ id, account }: EmailOwner) => ({
  subjectKind: account ? 'account' : 'recipient',
  subjectId: id,
})

/** Who acts by a link that was mailed to them. */
export const ownerActor = ({ id, account }: EmailOwner) =>
  ({ kind: account ? 'referrer' : 'recipient', id }) as const
