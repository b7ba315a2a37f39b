import type { SessionKind } from '../contract/page-context.ts'
import { tokenCookies } from './access/cookies.ts'
import type { Kind, Logins, SessionSource } from './access/kind.ts'
import { customer } from './account/customer.ts'
import { agencyUser } from './agency/agency-user.ts'
import { proveMailbox } from './referral/take-over.ts'
import { salesPartner } from './sales-partner/sales-partner.ts'
import { operatorSession, readOperator } from './team/session.ts'

/** Every kind of login by password, by its session name in pages; all may be open on one device. */
export const kinds: Record<Exclude<SessionKind, 'operator'>, Kind> = {
  user: { ...customer, prove: proveMailbox },
  agency: agencyUser,
  'sales-partner': salesPartner,
}
export const kindList = Object.values(kinds)

export const logins: Logins = {
  kinds: kindList,
  operator: { cookie: operatorSession.cookie, read: readOperator },
}

export const sessionSources: Record<SessionKind, SessionSource> = {
  ...kinds,
  operator: operatorSession,
}

export const cookieNames = {
  ...tokenCookies,
  ...(Object.fromEntries(
    Object.entries(sessionSources).map(([name, { cookie }]) => [name, cookie]),
  ) as Record<SessionKind, string>),
}
