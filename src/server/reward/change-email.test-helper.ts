import { mailedToken } from '../../../test/helpers/mails.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { goodPassword, stranger } from '../account/people.test-helper.ts'

export type Person = { token: string; email: string; ip: string }

/** Calls of a user at `standard` who changes the account's e-mail address. */
export function changeEmailCalls(server: TestServer) {
  const ask = (
    { token, ip }: Person,
    email: string,
    more: Record<string, unknown> = {},
    captcha = '',
  ) =>
    server.call('PUT', `/standard/empfehler/email${captcha && `?captcha=${captcha}`}`, {
      token,
      ip,
      body: { Email: email, Password: goodPassword, ...more },
    })
  const press = (Token: string, token?: string, tenant = 'standard') =>
    server.call('PUT', `/${tenant}/account/email`, { body: { Token }, ...(token ? { token } : {}) })
  const look = (Token: string) =>
    server.call('PUT', '/standard/account/validateEmail', { body: { Token } })
  const linkOf = (
    email: string,
    template: 'newEmail' | 'oldEmail' | 'emailChanged' | 'claimReferral',
  ) => mailedToken(server, 'standard', email, template)
  const userOf = async (token: string) =>
    (await server.call('GET', '/standard/account/user', { token })).body
  const login = (email: string) =>
    server.call('POST', '/standard/account/login', {
      ip: stranger().ip,
      body: { Email: email, Password: goodPassword },
    })

  return { ask, press, look, linkOf, userOf, login }
}

export type ChangeEmailCalls = ReturnType<typeof changeEmailCalls>
