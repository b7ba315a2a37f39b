import type { checkAgencyPasswordToken } from '../../contract/agentur-konto.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { AccessKind } from '../access/access-kind.ts'
import { callApi } from '../runtime/api.ts'
import { safeTarget } from '../access/safe-target.ts'
import { isAgencyPath } from '../runtime/href.ts'

type Person = AnswerOf<typeof checkAgencyPasswordToken>

export const agencyAccess: AccessKind<Person> = {
  session: 'agency',
  login: 'AgencyLogin',
  forgot: 'AgencyForgotPassword',
  home: 'AgencyHome',
  isIn: (page) => page.agencyUser !== null,
  target: (page, wanted) =>
    safeTarget(page, wanted, {
      home: 'AgencyHome',
      never: ['AgencyLogin', 'AgencyLogout'],
      isInside: isAgencyPath,
    }),
  logIn: (page, body, query) => callApi(page, 'loginAgencyUser', { body, query }),
  beginPasskeyLogin: (page, body) => callApi(page, 'beginAgencyPasskeyLogin', { body }),
  logInByPasskey: (page, body) => callApi(page, 'logInAgencyUserByPasskey', { body }),
  logOut: (page) => callApi(page, 'logoutAgencyUser', {}),
  askForLink: (page, email, query) =>
    callApi(page, 'requestAgencyPassword', { body: { email }, query }),
  readLink: (page, body) => callApi(page, 'checkAgencyPasswordToken', { body }),
  setPassword: (page, body) => callApi(page, 'setAgencyPassword', { body }),
  changePassword: (page, body) => callApi(page, 'changeAgencyPassword', { body }),
}
