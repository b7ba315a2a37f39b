import type { TestServer } from '../../../test/helpers/server.ts'
import { stranger } from './people.test-helper.ts'

type Options = Parameters<TestServer['call']>[2]

export function accountCalls(server: TestServer) {
  const mailTo = (call: string, id: string, query: string, options: Options) =>
    server.call('GET', `/standard/account/${call}/${encodeURIComponent(id)}${query}`, options)
  return {
    ask: (email: string, ip: string, query = '') => mailTo('resetPassword', email, query, { ip }),
    resend: (id: string, query = '') => mailTo('resendWelcomeMail', id, query, stranger()),
    set: (Token: string, Password: string, more: Record<string, unknown> = {}) =>
      server.call('PUT', '/standard/account/resetPassword', {
        body: { Token, Password, PasswordConfirm: Password, ...more },
      }),
    create: (email: string, ip: string, more: Options = {}) =>
      server.call('POST', '/standard/account/createEmpfehler', {
        ip,
        body: { Vorname: 'Ida', Nachname: 'Sommer', Email: email },
        ...more,
      }),
  }
}
