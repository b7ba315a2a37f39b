import { mailedToken } from '../../../test/helpers/mails.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { stranger } from '../account/people.test-helper.ts'

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

/** A referral made by a stranger, whose e-mail is not confirmed yet. */
export async function recommended(
  server: TestServer,
  tenant = 'standard',
  more: Parameters<typeof wish>[1] = {},
) {
  const person = stranger()
  const { ip } = person
  const answer = await server.call('POST', `/${tenant}/empfehlen/create`, {
    ip,
    body: wish(person.email, more),
  })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return { ...person, ...(answer.body as Recommended) }
}

export function acceptance(email: string, more: Record<string, unknown> = {}) {
  return { Anrede: 'Herr', Vorname: 'Jonas', Name: 'Feldmann', Email: email, Agb: true, ...more }
}

/** A recipient who filled in the form, with the token of the mail that asks for confirmation. */
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
