import { codeMinutes, provedMinutes } from '../../src/server/access/prove-address.ts'
import { abilitiesOf, type Action, type Role, type Subject } from '../../src/domain/abilities.ts'
import { errorCatalogue, type ErrorName } from '../../src/domain/errors.ts'
import { invitationDays } from '../../src/domain/invitation.ts'
import { optinDays } from '../../src/domain/newsletter.ts'
import {
  operatorAbilities,
  operatorActions,
  operatorRoles,
  operatorSubjects,
  type OperatorAction,
  type OperatorSubject,
} from '../../src/domain/operator-abilities.ts'
import { sessionLifetimes } from '../../src/domain/session-lifetime.ts'
import { pendingMinutes } from '../../src/server/access/after-password.ts'
import { freshMinutes } from '../../src/server/access/own-passkeys.ts'
import { validMinutes } from '../../src/server/access/sign-on.ts'
import { objectionDays } from '../../src/server/account/link-to-object.ts'
import { resetHours, welcomeDays } from '../../src/server/account/mail-access.ts'
import { linkHours } from '../../src/server/account/request-new-email.ts'
import { freshHours, providerHours, supportHours } from '../../src/server/account/session.ts'
import { supportMinutes } from '../../src/server/account/support-link.ts'
import { validHours as agencyHours } from '../../src/server/agency/mail-access.ts'
import { events } from '../../src/server/base/security-log.ts'
import { onlyTold, type TokenKind } from '../../src/server/base/token-store.ts'
import { claimDays } from '../../src/server/referral/mail-creator.ts'
import { tokenMonths } from '../../src/server/referral/issue-recipient-token.ts'
import { validHours as partnerHours } from '../../src/server/sales-partner/mail-access.ts'
import { invitationHours } from '../../src/server/team/invite.ts'
import { apiKeyDays } from '../../src/server/team/key-store.ts'
import { minutes as challengeMinutes } from '../../src/server/access/passkey-ceremony.ts'
import { commandMinutes, mostScriptDays, proofMinutes } from '../../src/server/team/session.ts'
import { code, span, table } from './table.ts'

const { referrer, agency, 'sales-partner': partner, operator, recipient, reward } = sessionLifetimes
const hours = (count: number) => span(count * 3600)
const days = (count: number) => span(count * 86_400)
const minutes = (count: number) => span(count * 60)

export const sessions = () =>
  table(
    ['session of', 'ends without a call after', 'ends at the latest after'],
    [
      ...Object.entries(sessionLifetimes).map(([kind, { idleMinutes, hours: most }]) => [
        kind,
        minutes(idleMinutes),
        hours(most),
      ]),
      ['support in a referrer’s area', minutes(referrer.idleMinutes), hours(supportHours)],
      ['a referrer by the provider’s log-in', minutes(referrer.idleMinutes), hours(providerHours)],
    ],
  )

/** Every kind of token: what it lets in to, and how long. */
const tokens: Record<TokenKind, [what: string, life: string]> = {
  'user-session': ['a referrer’s area', hours(referrer.hours)],
  'agency-session': ['an agency’s area', hours(agency.hours)],
  'partner-session': ['a sales partner’s area', hours(partner.hours)],
  'operator-session': ['the console', hours(operator.hours)],
  'admin-login': ['support, into a referrer’s area, once', minutes(supportMinutes)],
  'owner-login': ['a referrer, by the provider’s log-in, once', 'as its API call says'],
  'single-sign-on': ['the answer of a provider, once', minutes(validMinutes)],
  'passkey-challenge': ['the answer of a passkey, once', minutes(challengeMinutes)],
  'second-factor': ['the passkey of a right password, once', minutes(pendingMinutes)],
  'api-key': ['calls of the provider’s programs', `at most ${days(apiKeyDays)}`],
  'operator-token': ['lists and figures, for scripts', `at most ${days(mostScriptDays)}`],
  'operator-command': ['commands of an operator at one tenant', minutes(commandMinutes)],
  reward: ['one reward; money with the password or after a check', 'as the reward, and 30 days'],
  recipient: ['a contact’s page', `${tokenMonths} months`],
  'set-password': ['a first or new password, once', `${days(welcomeDays)} or ${hours(resetHours)}`],
  'agency-password': [
    'the same of an agency',
    `${hours(agencyHours.first)} or ${hours(agencyHours.reset)}`,
  ],
  'partner-password': [
    'the same of a sales partner',
    `${hours(partnerHours.registration)} or ${hours(partnerHours.reset)}`,
  ],
  'confirm-recipient': ['the confirmation of a contact, once', 'as the recommendation'],
  'own-referral': ['a recommendation to one’s account, once', days(claimDays)],
  'new-email': ['a new address, once', hours(linkHours)],
  'old-email': ['an objection to it, once', days(objectionDays)],
  newsletter: ['a yes, once; a no', `${days(optinDays)}; without end`],
  invitation: ['an agency’s invitation', days(invitationDays)],
  'operator-invitation': ['a new operator, once', hours(invitationHours)],
  'address-proof': [
    'an account for money, in the browser that asked, after a code',
    minutes(codeMinutes + provedMinutes),
  ],
  'recipient-session': ['a contact’s page, in the browser of the press', hours(recipient.hours)],
  'reward-session': ['one reward, in the browser of the press', hours(reward.hours)],
  'review-answer': ['an answer to a question, once', 'as the question'],
}

export const allTokens = () =>
  table(
    ['token', 'lets in', 'made', 'lasts'],
    (Object.entries(tokens) as [TokenKind, [string, string]][]).map(([kind, [what, life]]) => [
      code(kind),
      what,
      onlyTold.includes(kind) ? '256 random bits' : `HMAC of its number, as it is mailed`,
      life,
    ]),
  )

export const proofTimes = () =>
  table(
    ['proof', 'counts for'],
    [
      [
        'an operator’s passkey or log-in at the provider, for what moves money or grants rights',
        minutes(proofMinutes),
      ],
      ['a log-in, to add or remove an own passkey without the password', minutes(freshMinutes)],
      ['a session by a mailed link, to choose the first password', hours(freshHours)],
    ],
  )

const letters: Record<OperatorAction | Action, string> = {
  read: 'R',
  create: 'C',
  update: 'U',
  delete: 'D',
  decide: '1',
  approve: '2',
  release: 'F',
}

/** What each role of the console may do: letters by subject. */
export const operatorRights = () =>
  table(
    ['', ...operatorRoles],
    operatorSubjects.map((subject: OperatorSubject) => [
      subject,
      ...operatorRoles.map((role) =>
        operatorActions
          .filter((action) => operatorAbilities([role]).can(action, subject))
          .map((action) => letters[action])
          .join(''),
      ),
    ]),
  )

const agencyRoles: Role[] = ['owner', 'inactive-owner', 'employee']
const agencySubjects: Record<Subject, true> = {
  employees: true,
  invitation: true,
  'bonus-plan': true,
  invoices: true,
  administration: true,
  'order-report': true,
  'recommender-report': true,
  rewards: true,
  'statistics-report': true,
  'master-data': true,
}
const agencyActions: Action[] = ['read', 'create', 'update', 'delete', 'release']

export const agencyRights = () =>
  table(
    ['', ...agencyRoles],
    (Object.keys(agencySubjects) as Subject[]).map((subject) => [
      subject,
      ...agencyRoles.map((role) =>
        agencyActions
          .filter((action) => abilitiesOf(role).can(action, subject))
          .map((action) => letters[action])
          .join(''),
      ),
    ]),
  )

/** The security log’s events and the refusals behind them. */
export function securityEvents(): string {
  const byEvent = Map.groupBy(Object.entries(events) as [ErrorName, string][], ([, event]) => event)
  return table(
    ['event', 'reasons, with the code on the wire'],
    [
      [code('log-in'), 'the call that began the session'],
      ...[...byEvent].map(([event, reasons]) => [
        code(event),
        reasons.map(([name]) => `${name} (${errorCatalogue[name].code})`).join(', '),
      ]),
    ],
  )
}
