import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

type At = Temporal.Instant

/** The address's numbers as a contact; none for the forgotten. */
export async function listRecipientNumbers(
  tx: Tx,
  tenant: string,
  email: string,
): Promise<{ number: string; merged_into: string | null }[]> {
  return tx
    .selectFrom('recipients')
    .select(['number', 'merged_into'])
    .where('tenant', '=', tenant)
    .where('email', '=', email)
    .where('state', '<>', 'withdrawn')
    .orderBy('created_at')
    .orderBy('number')
    .execute()
}

export type OtherTraces = {
  agencyUsers: {
    user_id: string
    agency_id: string
    agency: string
    role: string
    salutation: string | null
    first_name: string
    last_name: string
    employee_number: string
    language: string
    created_at: At
    confirmed_at: At | null
    left_at: At | null
  }[]
  partners: {
    partner_id: string
    number: string
    first_name: string
    last_name: string
    street: string
    zip: string
    city: string
    vat_id: string | null
    tax_number: string | null
    holder: string
    iban_mask: string
    state: string
    created_at: At
  }[]
  invitations: {
    invitation_id: string
    agency: string
    agency_name: string
    agent: string
    expires_on: string
    first_name: string
    last_name: string
    state: string
    conversation: string
    created_at: At
    ended_at: At | null
  }[]
  mails: { template: string; state: string; created_at: At; sent_at: At | null }[]
  consents: {
    subject_kind: string
    kind: string
    version: string
    given: boolean
    at: At
    text: string
  }[]
}

/** Other data of an address: agency work, selling, invitations, mails. */
export async function readOtherTraces(tx: Tx, tenant: string, email: string): Promise<OtherTraces> {
  const agencyUsers = await sql<OtherTraces['agencyUsers'][number]>`
    select u.user_id, u.agency_id, a.number as agency, u.role, u.salutation, u.first_name, u.last_name, u.employee_number,
      u.language, u.created_at, u.confirmed_at, u.left_at
    from agency_users u join agencies a on a.tenant = ${tenant} and a.agency_id = u.agency_id
    where u.tenant = ${tenant} and u.email = ${email} order by u.created_at`.execute(tx)
  const partners = await sql<OtherTraces['partners'][number]>`
    select partner_id, number, first_name, last_name, street, zip, city, vat_id, tax_number, holder, iban_mask, state, created_at
    from sales_partners where tenant = ${tenant} and email = ${email} order by created_at`.execute(
    tx,
  )
  const invitations = await sql<OtherTraces['invitations'][number]>`
    select i.invitation_id, a.number as agency, a.name as agency_name, u.first_name || ' ' || u.last_name as agent,
      i.first_name, i.last_name, i.state, i.conversation, i.created_at, i.expires_on, i.ended_at
    from invitations i join agencies a on a.tenant = ${tenant} and a.agency_id = i.agency_id
      join agency_users u on u.tenant = ${tenant} and u.user_id = i.user_id
    where i.tenant = ${tenant} and i.email collate "C" = ${email} order by i.created_at`.execute(tx)
  const mails = await sql<OtherTraces['mails'][number]>`
    select template, state, created_at, sent_at from mails
    where tenant = ${tenant} and to_address = ${email} order by created_at, mail_id`.execute(tx)
  const consents = await sql<OtherTraces['consents'][number]>`
    select c.subject_kind, c.kind, c.version, c.given, c.at, t.text
    from consents c join consent_texts t on t.tenant = ${tenant} and t.text_hash = c.text_hash
    where c.tenant = ${tenant} and (
      (c.subject_kind = 'agency-user' and c.subject_id = any (array(
        select user_id::text from agency_users where tenant = ${tenant} and email = ${email})))
      or (c.subject_kind = 'sales-partner' and c.subject_id = any (array(
        select partner_id::text from sales_partners where tenant = ${tenant} and email = ${email}))))
    order by c.at`.execute(tx)
  return {
    agencyUsers: agencyUsers.rows,
    partners: partners.rows,
    invitations: invitations.rows,
    mails: mails.rows,
    consents: consents.rows,
  }
}
