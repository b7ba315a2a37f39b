import * as sessions from '../../contract/anmeldungen.ts'
import { partnerPasskeys } from '../../contract/passkeys.ts'
import * as contract from '../../contract/verkaufspartner.ts'
import { isPasskeyMissing } from '../access/after-password.ts'
import { actorOfKind, type Kind } from '../access/kind.ts'
import { audit } from '../base/audit-store.ts'
import { fail } from '../errors.ts'
import { queueMail } from '../mail/store.ts'
import { mailPartnerAccess } from './mail-access.ts'
import { needSalesPartners } from './need-sales-partners.ts'
import { partnerView } from './session.ts'
import {
  confirmPartner,
  findPartner,
  findPartnerByEmail,
  lockPartner,
  replacePartnerPassword,
  updatePartner,
  type Partner,
} from './store.ts'

/** Sales partners are read with each call, so that a closed account loses access at once. */
export const salesPartner: Kind<Partner> = {
  caller: 'sales-partner',
  page: 'salesPartner',
  cookie: 'zs_partner',
  session: 'partner-session',
  link: 'partner-password',
  actor: 'sales-partner',
  subject: 'sales-partner',
  limits: { login: 'partner-login', mail: 'partner-mail' },
  passwordPage: 'SalesPartnerPassword',
  sessionsPage: 'SalesPartnerSessions',
  endpoints: {
    login: contract.loginSalesPartner,
    logout: contract.logoutSalesPartner,
    listSessions: sessions.listSalesPartnerSessions,
    endSession: sessions.endSalesPartnerSession,
    requestPassword: contract.requestSalesPartnerPassword,
    checkLink: contract.checkSalesPartnerToken,
    setPassword: contract.setSalesPartnerPassword,
    changePassword: contract.changeSalesPartnerPassword,
  },
  passkeys: partnerPasskeys,
  isOffered: (tenant) => tenant.salesPartners !== null,
  needsPasskey: ({ passkeyForSalesPartners }) => passkeyForSalesPartners,
  needPasswords: (tenant) => void needSalesPartners(tenant),

  find: findPartner,
  findByEmail: findPartnerByEmail,
  async keep(tx, tenant, id) {
    const partner = await lockPartner(tx, tenant, id)
    if (partner) refuse(partner)
    return partner
  },
  idOf: (partner) => partner.partner_id,
  refuse: (_tenant, partner) => refuse(partner),
  async callerOf(tx, tenant, token, shown) {
    const partner = await findPartner(tx, tenant, token.subject)
    if (!partner || hasEnded(partner)) return null
    return { kind: 'sales-partner', partnerId: partner.partner_id, ...shown }
  },
  async pageUserOf(tx, tenant, token) {
    const partner = await findPartner(tx, tenant.code, token.subject)
    if (!partner || partner.state === 'closed') return null
    return {
      number: partner.number,
      firstName: partner.first_name,
      lastName: partner.last_name,
      company: partner.company ?? '',
      state: partner.state,
      ...(isPasskeyMissing(token) ? { passkeyMissing: true } : {}),
      tokenValidUntil: token.expires_at.toString(),
    }
  },
  view: partnerView,

  async mailLink(tx, { deps, tenant }, partner) {
    if (hasEnded(partner)) return false
    await mailPartnerAccess(tx, deps, tenant.code, partner)
    return true
  },
  hasEnded,
  viewLink: (_call, partner) => ({
    email: partner.email,
    firstName: partner.first_name,
    number: partner.number,
    isNew: partner.confirmed_at === null,
  }),
  async prove(tx, { tenant, now }, partner) {
    const id = partner.partner_id
    if (!(await confirmPartner(tx, tenant.code, id, now))) return false
    await audit(tx, tenant.code, {
      at: now,
      actor: actorOfKind(salesPartner, partner),
      action: 'complete-registration',
      subjectKind: 'sales-partner',
      subjectId: id,
    })
    // Operators are told once the address is proven.
    await queueMail(tx, tenant.code, {
      template: 'salesPartnerRegistered',
      to: tenant.contact.email,
      locale: tenant.locales[0] ?? 'de',
      data: {
        partnerNumber: partner.number,
        name: partner.company ?? `${partner.first_name} ${partner.last_name}`,
        email: partner.email,
        link: { link: { page: 'SalesPartnerEntry' } },
      },
      dedupeKey: `partner-registered|${id}`,
      now,
    })
    return true
  },
  storePassword: (tx, tenant, id, passwordHash) =>
    updatePartner(tx, tenant, id, { password_hash: passwordHash }),
  replacePassword: replacePartnerPassword,
  namesOf: (partner) => [partner.company],
}

function hasEnded(partner: Partner): boolean {
  return partner.state === 'closed'
}

function refuse(partner: Partner): void {
  if (hasEnded(partner)) throw fail('blocked-single')
}
