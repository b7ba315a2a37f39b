import { buttonOf, type demoOf } from './journey-steps.ts'

type Answer = { status: number; body: any; cookie: string }

/** The API for scripts, to set up the step that a journey is about. */
export function apiOf(origin: string, tenant: string) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    token?: string,
    cookie = '',
  ): Promise<Answer> => {
    const answer = await fetch(`${origin}/api/v1/${tenant}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'journey',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(cookie ? { cookie } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    const set = answer.headers.getSetCookie().map((one) => one.split(';')[0])
    return {
      status: answer.status,
      body: text === '' ? {} : JSON.parse(text),
      cookie: set.join('; '),
    }
  }
}

export type Api = ReturnType<typeof apiOf>
type Account = { email: string; password: string; firstName: string; lastName: string }
export type Referral = {
  Empfehlungsnummer: string
  Empfehlungscode: string
  KurzURL: string
  Empfehlungslink: string
}

/** Logs in and recommends; a known person's referral is theirs at once, without captcha. */
export async function recommendAs(
  api: Api,
  account: Account,
  productId: string,
  share: number,
): Promise<Referral> {
  const { email, password, firstName, lastName } = account
  const login = await api('POST', '/account/login', { Email: email, Password: password })
  const { body } = await api(
    'POST',
    '/empfehlen/create',
    {
      Empfehlung: { ProductId: productId, Anteil: share },
      Empfehler: { Vorname: firstName, Nachname: lastName, Email: email, Agb: true },
    },
    login.body['Token'],
  )
  return body
}

/** The cookie of a browser in which the owner of a reward's token has entered the mailed code. */
export async function proveByApi(
  api: Api,
  demo: ReturnType<typeof demoOf>,
  email: string,
  token: string,
  host: string, // of the tenant: one person may have an account at several
): Promise<string> {
  const path = '/praemierung/adressnachweis'
  const { length: known } = await demo.mails(email)
  const { cookie } = await api('POST', path, {}, token)
  const { Subject } = await demo.mail(email, /^\d{6} /, host, known)
  await api('PUT', path, { Code: Subject.slice(0, 6) }, token, cookie)
  return cookie
}

/** Accepts a referral and confirms the address; returns the recipient's number. */
export async function acceptAs(
  api: Api,
  demo: ReturnType<typeof demoOf>,
  number: string,
  person: { first: string; last: string; email: string },
  more: Record<string, unknown> = {}, // this tenant's additional fields
): Promise<string> {
  const { body } = await api('POST', `/empfaenger/create/${number}`, {
    Anrede: 'Frau',
    Vorname: person.first,
    Name: person.last,
    Email: person.email,
    Agb: true,
    ...more,
  })
  const link = new URL(buttonOf(await demo.mail(person.email, /bestätig|confirm/i)))
  await api('PUT', '/empfaenger/bestaetigung', { Token: link.searchParams.get('t') })
  return body['Empfaengernummer']
}
