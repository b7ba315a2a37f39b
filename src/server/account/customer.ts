import * as contract from '../../contract/account.ts'
import { endOwnSession, listSessions } from '../../contract/anmeldungen.ts'
import { userPasskeys } from '../../contract/passkeys.ts'
import { statesAge } from '../../domain/eligibility.ts'
import type { MoneyAsks } from '../../contract/page-context.ts'
import type { Kind } from '../access/kind.ts'
import type { Token } from '../base/token-store.ts'
import type { LinkSession } from '../context.ts'
import { together } from '../db/together.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { recordEvent } from '../tracking/record-event.ts'
import { findPendingInviter } from './inviter-store.ts'
import { mailAccess } from './mail-access.ts'
import { isListedAccount, refuseBlocked } from './refuse-blocked.ts'
import { refuseWhereProvider } from './refuse-where-provider.ts'
import { isSameDevice } from './same-device.ts'
import { customerSession, userView } from './session.ts'
import { isSupport, supportStands } from './support-link.ts'
import {
  findAccount,
  findAccountByEmail,
  findPageUser,
  keepAccount,
  replacePassword,
  setPassword,
  type Account,
} from './store.ts'

/** Customers, who recommend. The effect of a proven mailbox is in referral/take-over.ts. */
export const customer: Omit<Kind<Account>, 'prove'> = {
  ...customerSession,
  page: 'user',
  cookie: 'zs_user',
  link: 'set-password',
  otherLinks: ['own-referral'],
  actor: 'referrer',
  subject: 'account',
  limits: { login: 'login', mail: 'access-mail' },
  passwordPage: 'ForgotPassword',
  sessionsPage: 'Sessions',
  startsWithout: true,
  endpoints: {
    login: contract.login,
    logout: contract.logout,
    listSessions,
    endSession: endOwnSession,
    requestPassword: contract.requestPasswordReset,
    checkLink: contract.validatePasswordToken,
    setPassword: contract.resetPassword,
    changePassword: contract.changePassword,
  },
  passkeys: userPasskeys,
  isOffered: () => true,
  needPasswords: refuseWhereProvider,

  find: findAccount,
  findByEmail: findAccountByEmail,
  idOf: (account) => account.account_id,
  refuse: refuseBlocked,
  unconfirmed: (account) => ({ Id: account.account_id }),
  // Support is out as soon as it may no longer be in, and others as soon as their address is listed.
  stands: async (tx, tenant, token, realNow) =>
    isSupport(token)
      ? supportStands(tx, tenant.code, token, realNow)
      : !(await isListedAccount(tx, tenant, token.subject)),
  async callerOf(_tx, _tenant, token, shown) {
    return {
      kind: 'referrer',
      accountId: token.subject,
      support: isSupport(token),
      byLink: linkSessionOf(token),
      ...shown,
    }
  },
  async pageUserOf(tx, tenant, token, realNow) {
    const account = await findPageUser(tx, tenant.code, token.subject)
    if (!account) return null
    return {
      firstName: account.first_name,
      lastName: account.last_name,
      email: account.email,
      supportAccess: isSupport(token),
      moneyAsks: moneyAsks(linkSessionOf(token), account.has_password, realNow),
      asksAge: statesAge(tenant.emailWhitelist, account.email),
      tokenValidUntil: token.expires_at.toString(),
    }
  },
  view: userView,
  loggedIn: ({ deps, tenant, analytics }) =>
    recordEvent(deps, { tenant: tenant.code, event: 'logged-in', analytics }),

  async mailLink(tx, { deps, tenant }, account, asked) {
    const id = account.account_id
    if (!(await keepAccount(tx, tenant.code, id))) return false
    const isNew = account.confirmed_at === null
    // A repeated mail names the inviter, too.
    const invited =
      isNew && tenant.agencies ? await findPendingInviter(tx, tenant.code, id, 'newest') : null
    const { reward } = asked as { reward?: string } // the reward for which the password is needed
    await together([
      // With the provider's login there is no password; pending claims are mailed below.
      () =>
        !isNew && tenant.autoLogin
          ? undefined
          : mailAccess(tx, deps, tenant.code, account, { invited, reward }),
      () => (isNew ? undefined : enqueue(tx, tenant.code, 'ask-to-claim', { accountId: id })),
    ])
    return true
  },
  // Served if another link confirmed the address meanwhile.
  isDone: (account, { details }) =>
    account.confirmed_at !== null && (details as { welcome?: boolean }).welcome === true,
  viewLink: (call, account) => ({
    email: account.email,
    firstName: account.first_name,
    lastName: account.last_name,
    registration: account.confirmed_at === null,
    sameDevice: isSameDevice(call, account),
  }),
  storePassword: setPassword,
  replacePassword,
}

/** The link session of a token; null if opened by password or the provider's login. */
function linkSessionOf({ details }: Token): LinkSession | null {
  const { freshUntil } = details as { freshUntil?: string }
  return freshUntil === undefined ? null : { freshUntil: Temporal.Instant.from(freshUntil) }
}

function moneyAsks(
  byLink: LinkSession | null,
  hasPassword: boolean,
  realNow: Temporal.Instant,
): MoneyAsks | null {
  if (!byLink) return null
  if (hasPassword) return 'password'
  return Temporal.Instant.compare(realNow, byLink.freshUntil) < 0 ? 'new-password' : 'mail'
}
