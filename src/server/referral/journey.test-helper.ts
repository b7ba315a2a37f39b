import { mailedToken } from '../../../test/helpers/mails.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { stranger } from '../account/people.test-helper.ts'
import { withTenant } from '../db/connection.ts'

export type Recommended = {
  Empfehlungsnummer: string
  Hex: string
  Empfehlungscode: string
  KurzURL: string
  Empfehlungslink: string
  GueltigBis: string
}

export function wish(
  email: string,
  more: { share?: number; product?: string; name?: string } = {},
) {
  return {
    Empfehlung: { ProductId: more.product ?? '101', Channel: 'wa', Anteil: more.share ?? 50 },
    Empfehler: { Vorname: more.name ?? 'Mara', Nachname: 'Lindenau', Email: email, Agb: true },
  }
}

/** Creates a referral, each from a new network address unless `options` gives one. */
export const postReferral = (
  server: TestServer,
  body: unknown,
  options: Parameters<TestServer['call']>[2] = {},
  tenant = 'standard',
  query = '',
) =>
  server.call('POST', `/${tenant}/empfehlen/create${query}`, {
    ip: stranger().ip,
    body,
    ...options,
  })

/** A stranger's referral with an unconfirmed e-mail address. */
export async function recommended(
  server: TestServer,
  tenant = 'standard',
  more: Parameters<typeof wish>[1] = {},
) {
  const person = stranger()
  const answer = await postReferral(server, wish(person.email, more), { ip: person.ip }, tenant)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return { ...person, ...(answer.body as Recommended) }
}

export function acceptance(email: string, more: Record<string, unknown> = {}) {
  return { Anrede: 'Herr', Vorname: 'Jonas', Name: 'Feldmann', Email: email, Agb: true, ...more }
}

/** A recipient who filled in the form, with the token of the confirmation mail. */
export async function accepted(
  server: TestServer,
  number: string,
  email?: string,
  tenant = 'standard',
) {
  const person = { ...stranger(), ...(email ? { email } : {}) }
  const answer = await server.call('POST', `/${tenant}/empfaenger/create/${number}?channel=wa`, {
    ip: person.ip,
    body: acceptance(person.email),
  })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  const confirmToken = await mailedToken(server, tenant, person.email, 'confirmRecipient')
  return {
    ...person,
    confirmToken,
    ...(answer.body as { Empfaengernummer: string; Hex: string; Token: string }),
  }
}

export const readReferral = (server: TestServer, number: string, tenant = 'standard') =>
  withTenant(server.db, tenant, (tx) =>
    tx
      .selectFrom('referrals')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('number', '=', number)
      .executeTakeFirstOrThrow(),
  )

/** How often an action on a subject is in the audit log of `standard`. */
export const countAudited = async (server: TestServer, action: string, subject: string) => {
  const rows = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('audit_log')
      .select('audit_id')
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', subject)
      .where('action', '=', action)
      .execute(),
  )
  return rows.length
}

/** All stored entries of a referral, the oldest first. */
export const readRecipients = (server: TestServer, number: string, tenant = 'standard') =>
  withTenant(server.db, tenant, (tx) =>
    tx
      .selectFrom('recipients')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('referral_number', '=', number)
      .orderBy('created_at')
      .orderBy('number')
      .execute(),
  )
