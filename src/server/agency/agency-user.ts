import * as contract from '../../contract/agentur-konto.ts'
import { endAgencySession, listAgencySessions } from '../../contract/anmeldungen.ts'
import { agencyPasskeys } from '../../contract/passkeys.ts'
import { isPasskeyMissing } from '../access/after-password.ts'
import { actorOfKind, type Kind } from '../access/kind.ts'
import { audit } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { queueMail } from '../mail/store.ts'
import { mailAgencyAccess, occasionOf } from './mail-access.ts'
import { needAgencies } from './need-agencies.ts'
import { roleOf } from './role-of.ts'
import { findMember, findMemberByEmail, keepMember, type Member } from './store.ts'
import { confirmAgencyUser, replaceUserPassword, updateAgencyUser } from './user-store.ts'
import { agencyUserView } from './session.ts'

/** Agency users. They and their agency are read with each call, so removal takes effect at once. */
export const agencyUser: Kind<Member> = {
  caller: 'agency',
  page: 'agencyUser',
  cookie: 'zs_agency',
  session: 'agency-session',
  link: 'agency-password',
  actor: 'agency-user',
  subject: 'agency-user',
  limits: { login: 'agency-login', mail: 'agency-mail' },
  passwordPage: 'AgencyForgotPassword',
  sessionsPage: 'AgencySessions',
  endpoints: {
    login: contract.loginAgencyUser,
    logout: contract.logoutAgencyUser,
    listSessions: listAgencySessions,
    endSession: endAgencySession,
    requestPassword: contract.requestAgencyPassword,
    checkLink: contract.checkAgencyPasswordToken,
    setPassword: contract.setAgencyPassword,
    changePassword: contract.changeAgencyPassword,
  },
  passkeys: agencyPasskeys,
  isOffered: (tenant) => tenant.agencies,
  needsPasskey: ({ passkeyForAgencyOwners }, { role }) =>
    passkeyForAgencyOwners && role === 'owner',
  needPasswords: needAgencies,

  find: findMember,
  findByEmail: findMemberByEmail,
  async keep(tx, tenant, id) {
    const member = await keepMember(tx, tenant, id)
    if (member) refuse(member)
    return member
  },
  idOf: (member) => member.user_id,
  refuse({ sso }, member) {
    refuse(member)
    if (sso?.alone && member.sso_subject) throw fail('provider-login-needed')
  },
  async callerOf(tx, tenant, token, shown) {
    const member = await readMember(tx, tenant, token.subject)
    const role = member && roleOf(member)
    if (!role) return null
    return { kind: 'agency', userId: member.user_id, agencyId: member.agency_id, role, ...shown }
  },
  async pageUserOf(tx, tenant, token) {
    const member = await readMember(tx, tenant.code, token.subject)
    const role = member && roleOf(member)
    if (!role) return null
    return {
      firstName: member.first_name,
      lastName: member.last_name,
      email: member.email,
      role,
      agencyName: member.agency_name,
      agencyNumber: member.agency_number,
      registered: member.state === 'registered',
      ...(isPasskeyMissing(token) ? { passkeyMissing: true } : {}),
      tokenValidUntil: token.expires_at.toString(),
    }
  },
  view: agencyUserView,

  async mailLink(tx, { deps, tenant }, member) {
    // Former users are refused; employees of an inactive agency get in once it is back.
    if (member.left_at || (!roleOf(member) && member.role === 'owner')) return false
    if (tenant.sso?.alone && member.sso_subject) return false
    await mailAgencyAccess(tx, deps, tenant.code, member)
    return true
  },
  hasEnded: (member) => member.left_at !== null,
  viewLink: (_call, member) => ({
    email: member.email,
    firstName: member.first_name,
    agencyName: member.agency_name,
    agencyNumber: member.agency_number,
    occasion: occasionOf(member),
  }),
  async prove(tx, { tenant, now }, member) {
    const id = member.user_id
    if (!(await confirmAgencyUser(tx, tenant.code, id, now))) return false
    await audit(tx, tenant.code, {
      at: now,
      actor: actorOfKind(agencyUser, member),
      action: 'complete-registration',
      subjectKind: 'agency-user',
      subjectId: id,
    })
    // Operators are told once the address is proven.
    if (occasionOf(member) === 'registration')
      await queueMail(tx, tenant.code, {
        template: 'agencyRegistered',
        to: tenant.contact.email,
        locale: tenant.locales[0] ?? 'de',
        data: {
          agencyName: member.agency_name,
          agencyNumber: member.agency_number,
          name: `${member.first_name} ${member.last_name}`,
          email: member.email,
          link: { link: { page: 'AgencyInfo' } },
        },
        dedupeKey: `agency-registered|${id}`,
        now,
      })
    return true
  },
  storePassword: (tx, tenant, id, passwordHash) =>
    updateAgencyUser(tx, tenant, id, { password_hash: passwordHash }),
  replacePassword: replaceUserPassword,
  namesOf: (member) => [member.agency_name],
}

const reading = new WeakMap<Tx, { id: string; member: ReturnType<typeof findMember> }>()

/** A page asks who its user is, and as whom they call, at once. */
function readMember(tx: Tx, tenant: string, id: string): ReturnType<typeof findMember> {
  const known = reading.get(tx)
  if (known?.id === id) return known.member
  const member = findMember(tx, tenant, id)
  reading.set(tx, { id, member })
  return member
}

function refuse(member: Member): void {
  if (!roleOf(member)) throw fail('blocked-single')
}
