import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { solveChallenge } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'
import { mailedToken } from '../../../test/helpers/mails.ts'
import type { TestServer } from '../../../test/helpers/server.ts'

export const goodPassword = 'Zugvogel-2026-Nord'

let made = 0

/** A network address and an e-mail address new to this run. */
export function stranger(): { ip: string; email: string } {
  made += 1
  return {
    ip: `198.51.${Math.floor(made / 250)}.${(made % 250) + 1}`,
    email: `person-${made}@post.example`,
  }
}

/** Someone registered through the welcome mail and logged in. */
export async function registered(server: TestServer, tenant = 'standard', email?: string) {
  const person = { ...stranger(), ...(email ? { email } : {}) }
  const { ip } = person
  const body = { Vorname: 'Mara', Nachname: 'Lindenau', Email: person.email }
  await server.call('POST', `/${tenant}/account/createEmpfehler`, { ip, body })
  const token = await mailedToken(server, tenant, person.email, 'welcome')
  const answer = await server.call('PUT', `/${tenant}/account/resetPassword`, {
    ip,
    body: { Token: token, Password: goodPassword, PasswordConfirm: goodPassword },
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return { ...person, token: answer.body.Token as string }
}

/** What a browser sends in `captcha` after solving it. */
export async function solve(challenge: unknown): Promise<string> {
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey })
  return encodeURIComponent(Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'))
}
