import { contactPerHour } from '../../src/server/content/contact-limits.ts'
import { claimDays, mostClaims } from '../../src/domain/claim.ts'
import { freePerHour, mostPerDay, mostToAddress } from '../../src/domain/invitation.ts'
import { optinMailsPerDay } from '../../src/domain/newsletter.ts'
import { perVisitor as newReferrers } from '../../src/server/account/create-referrer.ts'
import { wishesPerDay } from '../../src/server/account/request-new-email.ts'
import { accountLimits, crowdLimits, hardLimits } from '../../src/server/access/limit-login.ts'
import { linksFromOnePlace, mailsPerDay } from '../../src/server/access/mail-limit.ts'
import { mostTries as passkeyTries } from '../../src/server/access/passkey-login.ts'
import { perVisitor as passwordMails } from '../../src/server/access/request-password.ts'
import {
  codesPerAddress,
  codesPerVisitor,
  codeTries,
} from '../../src/server/access/prove-address.ts'
import { perVisitor as signOns } from '../../src/server/access/sign-on.ts'
import { byMailPerHour } from '../../src/server/access/use-solution.ts'
import { mailsToOne, perDay as employees } from '../../src/server/agency/limit-adding.ts'
import { triesPerDay } from '../../src/server/agency/limit-inviting.ts'
import { perVisitor as newAgencies } from '../../src/server/agency/register.ts'
import {
  day,
  hour,
  ownPasswordTries,
  quarterHour,
  type Limit,
} from '../../src/server/base/limits.ts'
import { proofsPerHour } from '../../src/server/consent/choose-cookies.ts'
import { mostPerHour as eventsPerHour } from '../../src/server/consent/track-event.ts'
import { misses } from '../../src/server/content/keep-pictures.ts'
import { most as reads, siteTimes } from '../../src/server/limit-reads.ts'
import { filesPerHour as bankFiles } from '../../src/server/operator/bank-uploads.ts'
import { filesPerHour as orderFiles } from '../../src/server/operator/order-files.ts'
import { mailsPerDay as personMails } from '../../src/server/operator/person-mail.ts'
import { filesPerHour as voucherFiles } from '../../src/server/operator/vouchers.ts'
import { triesPerHour } from '../../src/server/order/claims.ts'
import { entriesPerHour, guessesPerHour } from '../../src/server/order/report-order.ts'
import { mostPerHour as viewsPerHour } from '../../src/server/pages/count-page.ts'
import { perVisitor as acceptances } from '../../src/server/referral/accept-invitation.ts'
import { perRecipientVisitor } from '../../src/server/referral/creation-limits.ts'
import { wrongGuesses } from '../../src/server/referral/guess-code.ts'
import { numbersTried } from '../../src/server/referral/set-customer-number.ts'
import { mailsPerDay as rewardMails } from '../../src/server/reward/resend-reward-mail.ts'
import { mostLines as ordersInACall } from '../../src/server/reward/import-orders.ts'
import { perVisitor as newPartners } from '../../src/server/sales-partner/register.ts'
import { mostTries } from '../../src/server/team/sign-in.ts'
import { blankTenant } from '../../src/server/tenant/blank-tenant.ts'
import { mostWays } from '../../src/server/tracking/event-buffer.ts'
import { code, many, table } from './table.ts'

type Row = [what: string, whose: string, most: string, above: string, file: string]

const later = 'refused until the window ends'
const captcha = 'captcha'

const counted = ({ most, windowSeconds }: Limit) => `${many(most)} in ${inWindow(windowSeconds)}`
const inWindow = (seconds: number) =>
  seconds === quarterHour ? '15 minutes' : `a${seconds === hour ? 'n hour' : ' day'}`
const per = (most: number, seconds: number) => counted({ bucket: '', most, windowSeconds: seconds })

const named = (limits: readonly Limit[], part: string): Limit => {
  const found = limits.find(({ bucket }) => bucket.split('|')[1] === part)
  if (!found) throw new Error(`no limit of ${part}`)
  return found
}

const logIn = {
  hard: hardLimits('', '', ''),
  soft: [...accountLimits('', ''), ...crowdLimits('', 'site')],
}
const nobody = { code: '', name: '', legalName: '', hosts: [] }
const creations = blankTenant(nobody).captcha.afterCreationsPerHour

const persons: Row[] = [
  [
    'Log-in, failed',
    'one address at one account',
    counted(named(logIn.hard, 'pair')),
    later,
    'access/limit-login.ts',
  ],
  [
    'Log-in, failed',
    'one address',
    counted(named(logIn.hard, 'visitor')),
    later,
    'access/limit-login.ts',
  ],
  [
    'Log-in, failed',
    'one account',
    `${counted(named(logIn.soft, 'email'))}, ${counted(named(logIn.soft, 'email-day'))}`,
    'captcha of rising work, the owner is told',
    'access/limit-login.ts',
  ],
  [
    'Log-in, failed',
    'one /48',
    counted(named(logIn.soft, 'site')),
    'captcha of rising work',
    'access/limit-login.ts',
  ],
  [
    'Own password, asked for again',
    'one person',
    per(ownPasswordTries, quarterHour),
    later,
    'base/limits.ts',
  ],
  [
    'Log-in by passkey',
    'one address',
    per(passkeyTries, quarterHour),
    later,
    'access/passkey-login.ts',
  ],
  ['Log-in of operators', 'one address', per(mostTries, quarterHour), later, 'team/sign-in.ts'],
  ['Sign-on at a provider', 'one address', per(signOns, hour), later, 'access/sign-on.ts'],
  [
    'Codes before an account for money',
    'one mailbox, asked from one address',
    `${codesPerAddress.hour} in an hour, ${codesPerAddress.day} in a day`,
    later,
    'access/prove-address.ts',
  ],
  [
    'Codes before an account for money',
    'one mailbox',
    `${codesPerAddress.dayOfAll} in a day, then one an hour for addresses that asked for ${codesPerAddress.few} at most`,
    later,
    'access/prove-address.ts',
  ],
  [
    'Codes before an account for money',
    'one address',
    per(codesPerVisitor, hour),
    later,
    'access/prove-address.ts',
  ],
  [
    'Tries of such a code',
    'one code',
    String(codeTries),
    'a new code is asked for',
    'access/prove-address.ts',
  ],
  [
    'Mail for a new password',
    'one address',
    per(passwordMails, hour),
    captcha,
    'access/request-password.ts',
  ],
  [
    'Mails that strangers cause',
    'one mailbox',
    `${mailsPerDay.free} a day, ${mailsPerDay.work} with captchas`,
    'refused; one link an hour still goes out',
    'access/mail-limit.ts',
  ],
  [
    'Links to log in',
    'one address and mailbox',
    per(linksFromOnePlace, day),
    later,
    'access/mail-limit.ts',
  ],
  [
    'Forms without script, confirmed by mail',
    'one address',
    per(byMailPerHour, hour),
    later,
    'access/use-solution.ts',
  ],
  ['Accounts', 'one address', per(newReferrers, hour), later, 'account/create-referrer.ts'],
  [
    'Invitations accepted',
    'one address',
    per(acceptances, hour),
    later,
    'referral/accept-invitation.ts',
  ],
  ['Registrations of agencies', 'one address', per(newAgencies, hour), later, 'agency/register.ts'],
  [
    'Registrations of sales partners',
    'one address',
    per(newPartners, hour),
    later,
    'sales-partner/register.ts',
  ],
  [
    'Recommendations',
    'one address; ten times as many logged in',
    `${creations} an hour (setting ${code('captcha.afterCreationsPerHour')})`,
    captcha,
    'referral/creation-limits.ts',
  ],
  [
    'Acceptances',
    'one address',
    per(perRecipientVisitor, hour),
    captcha,
    'referral/creation-limits.ts',
  ],
  [
    'Wrong codes of cards and short links',
    'one address; one /48',
    `${per(wrongGuesses.visitor, quarterHour)}; ${wrongGuesses.site}`,
    later,
    'referral/guess-code.ts',
  ],
  [
    'Unknown numbers',
    'one address; one /48',
    `${per(reads.number, quarterHour)}; ${many(reads.number * siteTimes)}`,
    later,
    'limit-reads.ts',
  ],
  [
    'Searches of the agents',
    'one person, or one address; one /48',
    `${per(reads.directory, quarterHour)}; ${many(reads.directory * siteTimes)}`,
    later,
    'limit-reads.ts',
  ],
  [
    'Statistics of an agency',
    'one person',
    per(reads.statistics, quarterHour),
    later,
    'limit-reads.ts',
  ],
  [
    'Own rewards opened, own data corrected, consents, bank data; presses of a mailed link',
    'one person; one link',
    per(reads.own, quarterHour),
    later,
    'limit-reads.ts',
  ],
  ['Files to download', 'one person', per(reads.file, quarterHour), later, 'limit-reads.ts'],
  [
    'Customer numbers tried',
    'one person; one address',
    `${per(numbersTried.person, day)}; ${per(numbersTried.visitor, hour)}`,
    later,
    'referral/set-customer-number.ts',
  ],
  [
    'Changes of the own address',
    'one person',
    per(wishesPerDay, day),
    later,
    'account/request-new-email.ts',
  ],
  [
    'Reported orders',
    'one address',
    `${per(entriesPerHour, hour)}, ${guessesPerHour} wrong ones`,
    later,
    'order/report-order.ts',
  ],
  [
    'Claims',
    'one person',
    `${per(triesPerHour, hour)}, ${mostClaims} in ${claimDays} days`,
    later,
    'order/claims.ts',
  ],
  [
    'Reward’s mail again',
    'one reward',
    per(rewardMails, day),
    later,
    'reward/resend-reward-mail.ts',
  ],
  [
    'Mails of the newsletter’s question',
    'one person',
    per(optinMailsPerDay, day),
    'no mail',
    'newsletter/mail-optin.ts',
  ],
  [
    'Messages by the contact form',
    'one address',
    `${contactPerHour.free} an hour, ${contactPerHour.most} with captchas`,
    later,
    'content/contact-limits.ts',
  ],
  [
    'Proofs of a cookie choice',
    'one address',
    per(proofsPerHour, hour),
    later,
    'consent/choose-cookies.ts',
  ],
  [
    'Events and page views counted',
    'one address',
    `${per(eventsPerHour, hour)}; ${per(viewsPerHour, hour)}`,
    'not counted',
    'consent/track-event.ts, pages/count-page.ts',
  ],
  [
    'Unknown pictures',
    'one address',
    `${misses.most} in ${inWindow(misses.windowMs / 1000)}`,
    later,
    'content/keep-pictures.ts',
  ],
]

const tenants: Row[] = [
  [
    'Log-in, failed',
    'all accounts of a kind',
    counted(named(logIn.soft, 'all')),
    'captcha of twice the work',
    'access/limit-login.ts',
  ],
  [
    'Messages by the contact form',
    'everybody',
    `${contactPerHour.freeOfAll} an hour`,
    captcha,
    'content/contact-limits.ts',
  ],
  [
    'New campaigns counted',
    'a tenant and process, a day',
    many(mostWays),
    'counted as others',
    'tracking/event-buffer.ts',
  ],
  [
    'Invitations',
    'one agency user; an agency; one mailbox',
    `${mostPerDay.person}; ${mostPerDay.agency}; ${mostPerDay.mailbox} a day`,
    `refused; captcha from ${freePerHour} an hour`,
    'agency/limit-inviting.ts',
  ],
  [
    'Invitations to the same address',
    'one agency',
    String(mostToAddress),
    'refused',
    'agency/limit-inviting.ts',
  ],
  [
    'Invitations tried',
    'one agency user',
    per(triesPerDay, day),
    later,
    'agency/limit-inviting.ts',
  ],
  [
    'Users added; looked at in a dry run',
    'one agency',
    `${employees['add-employee']}; ${many(employees['look-at-employee'])} a day`,
    later,
    'agency/limit-adding.ts',
  ],
  [
    'Password mails from agencies',
    'one mailbox',
    per(mailsToOne, day),
    'no mail',
    'agency/limit-adding.ts',
  ],
  [
    'Orders in one call of the feed',
    'an API key',
    many(ordersInACall),
    'refused',
    'reward/import-orders.ts',
  ],
  [
    'Files of orders; of codes; of the bank',
    'one operator',
    `${orderFiles}; ${voucherFiles}; ${bankFiles} an hour`,
    later,
    'operator/order-files.ts, vouchers.ts, bank-uploads.ts',
  ],
  [
    'Mails to a person sent again',
    'one person, whoever asks',
    per(personMails, day),
    later,
    'operator/person-mail.ts',
  ],
]

const place = (file: string) =>
  file
    .split(', ')
    .map((one) => code(one))
    .join(', ')

const rowsOf = (rows: readonly Row[]) =>
  table(
    ['what', 'counted for', 'at most', 'above it', `in ${code('src/server')}`],
    rows.map(([what, whose, most, above, file]) => [what, whose, most, above, place(file)]),
  )

export const limitsOfPersons = () => rowsOf(persons)
export const limitsOfTenants = () => rowsOf(tenants)
