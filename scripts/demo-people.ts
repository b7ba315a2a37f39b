import { setTimeout as wait } from 'node:timers/promises'
import { addressOf, ask, type Answer } from './ask.ts'

// Actions of people of a running demo, through public calls.

type Fields = Record<string, string>

export const people = { password: 'Kranich-Nord-2026', iban: 'DE02120300000000202051' }

/** The body of an answer with an expected status; throws otherwise. */
export function expectAnswer(answer: Answer, ...statuses: number[]): Fields {
  if (statuses.includes(answer.status)) return answer.body as Fields
  throw new Error(
    `expected ${statuses.join(' or ')}, got ${answer.status}: ${JSON.stringify(answer.body).slice(0, 400)}`,
  )
}

export async function createReferral(
  origin: string,
  person: number,
  email: string,
  product = '101',
): Promise<Fields> {
  const body = {
    Empfehlung: { ProductId: product, Channel: 'wa', Anteil: 50 },
    Empfehler: {
      Vorname: 'Mara',
      Nachname: 'Messwert',
      Email: email,
      Newsletter: false,
      Agb: true,
    },
  }
  return expectAnswer(
    await ask(origin, 'POST', '/api/v1/standard/empfehlen/create', {
      body,
      from: addressOf(person),
    }),
    201,
  )
}

export async function createRecipient(
  origin: string,
  person: number,
  number: string,
  email: string,
): Promise<Fields> {
  const body = {
    Anrede: 'Frau',
    Vorname: 'Runa',
    Name: 'Rundweg',
    Email: email,
    Werbeeinwilligung: false,
    Agb: true,
  }
  const path = `/api/v1/standard/empfaenger/create/${number}?channel=wa`
  return expectAnswer(await ask(origin, 'POST', path, { body, from: addressOf(person) }), 201)
}

/** Sets the password by the mailed link, which completes the registration; returns the session token. */
export async function completeRegistration(
  origin: string,
  person: number,
  email: string,
): Promise<string> {
  const Token = await mailedToken(origin, email, /\/registrieren/)
  const body = { Token, Password: people.password, PasswordConfirm: people.password }
  const user = expectAnswer(
    await ask(origin, 'PUT', '/api/v1/standard/account/resetPassword', {
      body,
      from: addressOf(person),
    }),
    200,
  )
  return user['Token'] ?? ''
}

/** The provider concludes and the operator releases a contract; returns the order number. */
export async function releaseContract(origin: string, recipient: string): Promise<string> {
  const contract = await ask(origin, 'POST', '/demo/shop/standard/contract', {
    body: { Empfaengernummer: recipient },
  })
  const { Auftragsnummer = '' } = expectAnswer(contract, 200, 201)
  expectAnswer(
    await ask(origin, 'POST', '/demo/release/standard', { body: { Auftragsnummer } }),
    200,
    201,
  )
  return Auftragsnummer
}

/** The token in the newest mail to an address whose link leads to such a page; waits up to 30 s. */
export async function mailedToken(origin: string, email: string, page: RegExp): Promise<string> {
  const deadline = performance.now() + 30_000
  while (performance.now() < deadline) {
    const { body } = await ask(origin, 'GET', `/demo/mails?to=${encodeURIComponent(email)}`)
    const links = (body as { Links: string[] }[]).flatMap((mail) => mail.Links)
    const link = links
      .map((text) => new URL(text))
      .find((url) => page.test(url.pathname) && url.searchParams.has('t'))
    if (link) return link.searchParams.get('t') ?? ''
    await wait(50)
  }
  throw new Error(`No mail to ${email} with a link to ${page}`)
}
