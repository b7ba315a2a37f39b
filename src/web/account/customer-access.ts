import type { AccessKind } from '../access/access-kind.ts'
import { callApi } from '../runtime/api.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { validatePasswordToken } from '../../contract/account.ts'
import { safeTarget } from '../access/safe-target.ts'

type Person = AnswerOf<typeof validatePasswordToken>

export const customerAccess: AccessKind<Person> = {
  session: 'user',
  login: 'Login',
  forgot: 'ForgotPassword',
  home: 'Dashboard',
  isIn: (page) => page.user !== null,
  target: (page, wanted) => safeTarget(page, wanted),
  logIn: (page, body, query) => callApi(page, 'login', { body, query }),
  beginPasskeyLogin: (page, body) => callApi(page, 'beginPasskeyLogin', { body }),
  logInByPasskey: (page, body) => callApi(page, 'logInByPasskey', { body }),
  logOut: (page) => callApi(page, 'logout', {}),
  askForLink: (page, email, query) =>
    callApi(page, 'requestPasswordReset', { params: { email }, query }),
  readLink: (page, body) => callApi(page, 'validatePasswordToken', { body }),
  setPassword: (page, body) => callApi(page, 'resetPassword', { body }),
  changePassword: (page, body) => callApi(page, 'changePassword', { body }),
}
