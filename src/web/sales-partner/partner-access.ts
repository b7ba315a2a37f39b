import type { AnswerOf } from '../../contract/endpoint.ts'
import type { checkSalesPartnerToken } from '../../contract/verkaufspartner.ts'
import type { AccessKind } from '../access/access-kind.ts'
import { callApi } from '../runtime/api.ts'
import { safeTarget } from '../access/safe-target.ts'
import { isSalesPartnerPath } from '../runtime/href.ts'

type Person = AnswerOf<typeof checkSalesPartnerToken>

export const partnerAccess: AccessKind<Person> = {
  session: 'sales-partner',
  login: 'SalesPartnerEntry',
  forgot: 'SalesPartnerPassword',
  home: 'SalesPartnerWelcome',
  isIn: (page) => page.salesPartner !== null,
  target: (page, wanted) =>
    safeTarget(page, wanted, {
      home: 'SalesPartnerArea',
      never: ['SalesPartnerEntry'],
      isInside: isSalesPartnerPath,
    }),
  logIn: (page, body, query) => callApi(page, 'loginSalesPartner', { body, query }),
  beginPasskeyLogin: (page, body) => callApi(page, 'beginSalesPartnerPasskeyLogin', { body }),
  logInByPasskey: (page, body) => callApi(page, 'logInSalesPartnerByPasskey', { body }),
  logOut: (page) => callApi(page, 'logoutSalesPartner', {}),
  askForLink: (page, email, query) =>
    callApi(page, 'requestSalesPartnerPassword', { body: { email }, query }),
  readLink: (page, body) => callApi(page, 'checkSalesPartnerToken', { body }),
  setPassword: (page, body) => callApi(page, 'setSalesPartnerPassword', { body }),
  changePassword: (page, body) => callApi(page, 'changeSalesPartnerPassword', { body }),
}
