import * as contract from '../../contract/betrieb-person.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { actionWord } from '../../contract/audit-words.ts'
import { localDate } from '../../domain/dates.ts'
import { reviewTexts } from '../../domain/eligibility.ts'
import { leftAlone } from '../../domain/goodwill.ts'
import { loggedReason } from '../../domain/logged-reason.ts'
import { maskEmail } from '../../domain/mask-email.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import type { Locale } from '../../domain/tenant.ts'
import { audit } from '../base/audit-store.ts'
import { listNotes } from '../base/note-store.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { conversations, statusOf } from '../agency/invitation-view.ts'
import { serve } from '../serve.ts'
import { listClaimable, type ClaimableReferral } from '../order/claim-form-store.ts'
import { listExpectedOrders } from '../reward/account-end-store.ts'
import { expectedCents } from '../reward/expected-cents.ts'
import { appealable } from '../reward/make-appeal.ts'
import { accountPlace, rewardPlace } from '../reward/check-bank-data.ts'
import { operatorNames } from '../team/operator-names.ts'
import { concernedBy, findAnyone, isOwnPerson, subjectOf, type Person } from './find-person.ts'
import { readGiven } from './given-goodwill.ts'
import { listInvitedBy, type InvitedBy } from './invited-store.ts'
import { listAppealable, type AppealableReward } from './person-appeals-store.ts'
import { listAcceptedBy, listOpenClaims, readOutstanding } from './person-contacts-store.ts'
import { listAnnounced, listTakenVouchers, listToldMails } from './person-mails-store.ts'
import { listPersonEvents, type PersonEvent } from './person-events-store.ts'
import {
  hasViewed,
  listOwnNumbers,
  listPersonConsents,
  listPromisedOrders,
  listPromisedRewards,
  listUnanswered,
  readExtras,
  type PersonContact,
  type PersonExtras,
  type Subject,
} from './person-page-store.ts'
import { waitView, whyOf } from './person-promises.ts'
import { operatorOf } from './reward-list.ts'

type Answer = AnswerOf<typeof contract.showPerson>

const viewedMinutes = 15

export const showPerson = serve(contract.showPerson, (call) =>
  call.transaction(async (tx) => {
    const { tenant, today, realNow, locale, params } = call
    const { code } = tenant
    const person = await findAnyone(tx, code, params.person)
    const { account, contacts } = person
    const accountId = account?.account_id ?? null
    const numbers = contacts.map(({ number }) => number)
    const own = accountId === null ? [] : await listOwnNumbers(tx, code, accountId)
    const subject = { accountId, mine: numbers, own }
    const invited = await listInvitedBy(tx, code, person.email)
    const invitations = invited.map(({ invitation_id }) => invitation_id)
    const [
      extras,
      rewards,
      orders,
      unanswered,
      consents,
      notes,
      events,
      mails,
      open,
      refused,
      recommended,
      leftCents,
    ] = await together([
      () => readExtras(tx, code, subject, realNow),
      () => listPromisedRewards(tx, code, subject),
      () => listPromisedOrders(tx, code, subject),
      () => listUnanswered(tx, code, subject),
      () => listPersonConsents(tx, code, subject),
      () => listNotes(tx, code, { accountId, numbers }),
      () => listPersonEvents(tx, code, { ...subject, email: person.email, invitations }),
      () => readMails(tx, call, person),
      () => readOpen(tx, call, subject),
      () => listAppealable(tx, code, subject),
      async () => (accountId === null ? [] : listClaimable(tx, code, { accountId })),
      () => readLeft(tx, call, accountId),
    ])
    const isOwn = await isOwnPerson(tx, call, person)
    await logView(tx, call, person)
    const names = await operatorNames(tx, code, [
      ...events.map(({ by }) => by),
      ...notes.map(({ operator_id }) => operator_id),
    ])
    const blockedOn = account?.blocked_on ?? null
    const { first, rest } = whyOf(tenant, today, {
      blockedOn,
      rewards,
      orders,
      unanswered,
      claims: open.claims,
    })
    return {
      ...factsOf(person, locale),
      isOwn,
      leftCents,
      isAllBlocked: tenant.accountsBlockedOn !== null,
      agency: extras.agency,
      agent: extras.agent,
      ibanEnd: ibanEnd(call, extras),
      openSessions: extras.sessions,
      referrals: extras.referrals,
      invitations: invited.map((one) => invitedView(one, today)),
      first: waitView(locale)(first),
      rest: rest.map(waitView(locale)),
      clawbacks: rewards
        .filter(({ has_clawback }) => has_clawback)
        .map((one) => ({
          reward: one.reward_id,
          cents: one.clawback_left ?? one.cents - one.set_off_cents,
          isOpen: one.clawback_left !== null,
        })),
      appealable: appealableOf(refused, call),
      claimable: claimableOf(person, recommended, locale),
      waitingMails: [
        ...(rewards.some(({ state }) => state === 'provided') ? (['reward'] as const) : []),
        ...(contacts.some(({ state }) => state === 'accepted') ? (['confirmation'] as const) : []),
        ...(mails.hasAnnounced ? (['collected'] as const) : []),
        ...(account && !tenant.autoLogin ? (['access'] as const) : []),
      ],
      acceptedBy: open.acceptedBy,
      acceptedByCount: open.acceptedByCount,
      outstanding: open.outstanding,
      toldMails: mails.told,
      vouchers: mails.vouchers,
      events: events
        // What the programme did is told by its own events.
        .filter(
          ({ kind, by, reason }) => kind !== 'audit' || reason !== null || names.has(by ?? ''),
        )
        .map((event) => eventView(event, names, call)),
      consents: consents.map((consent) => ({ ...consent, at: consent.at.toString() })),
      notes: notes.map(({ text, at, operator_id }) => ({
        text,
        at: at.toString(),
        by: names.get(operator_id) ?? null,
      })),
    }
  }),
)

/** What is left of goodwill that the caller grants alone. */
async function readLeft(
  tx: Tx,
  { deps, tenant, caller, now: at }: Call,
  accountId: string | null,
): Promise<number | null> {
  const { operatorId, roles } = operatorOf(caller)
  if (accountId === null || !operatorAbilities(roles).can('create', 'goodwill')) return null
  const concerned = { accounts: [accountId], recipients: [] }
  const asked = { operatorId, concerned, at, lock: false }
  return leftAlone(await readGiven(tx, deps, tenant.code, asked), roles)
}

function appealableOf(
  refused: readonly AppealableReward[],
  { locale, today }: Pick<Call, 'locale' | 'today'>,
): Answer['appealable'] {
  return refused.flatMap((one) => {
    const found = appealable(one, locale)
    if (!found || Temporal.PlainDate.compare(today, found.until) > 0) return []
    const { refusal, refusedAt, until } = found
    return [
      {
        reward: one.reward_id,
        cents: one.cents,
        refusal,
        refusedOn: localDate(refusedAt).toString(),
        until: until.toString(),
        version: one.version,
      },
    ]
  })
}

/** What is the person’s own recommendation, or accepted and confirmed by them. */
const claimableOf = (
  { contacts }: Person,
  recommended: readonly ClaimableReferral[],
  locale: Locale,
): Answer['claimable'] => [
  ...recommended.map(({ number, title, created_on }) => ({
    side: 'Empfehler' as const,
    number,
    product: title[locale],
    since: created_on,
  })),
  ...contacts
    .filter(({ state }) => state === 'confirmed')
    .map(({ number, title, created_at }) => ({
      side: 'Empfaenger' as const,
      number,
      product: title[locale],
      since: localDate(created_at).toString(),
    })),
]

const invitedView = (
  invited: InvitedBy,
  today: Temporal.PlainDate,
): Answer['invitations'][number] => ({
  id: invited.invitation_id,
  agencyId: invited.agency_id,
  agency: invited.agency,
  agencyNumber: invited.number,
  agent: invited.agent,
  conversation: conversations[invited.conversation],
  status: statusOf(invited, today),
  invitedAt: invited.created_at.toString(),
  validUntil: invited.expires_on,
  endedAt: invited.ended_at?.toString() ?? null,
})

/** What can be sent again. */
async function readMails(tx: Tx, { tenant, locale }: Call, person: Person) {
  const concerned = concernedBy(person)
  const [told, vouchers, announced] = await together([
    () => listToldMails(tx, tenant.code, person.email),
    () => listTakenVouchers(tx, tenant.code, concerned),
    () => listAnnounced(tx, tenant.code, concerned),
  ])
  return {
    told: told.map(({ mail_id, template, at }) => ({ id: mail_id, template, at: at.toString() })),
    vouchers: vouchers.map((one) => ({
      id: one.reward_id,
      shop: one.title[locale],
      cents: one.cents,
      takenAt: one.taken_at.toString(),
      sentAt: one.sent_at?.toString() ?? null,
      validity: one.validity?.[locale] ?? null,
      canSend: !one.moved,
    })),
    hasAnnounced: announced.length > 0,
  }
}

/** Claims, contacts, and what is open if the person is to be forgotten. */
async function readOpen(tx: Tx, { tenant, locale }: Call, subject: Subject) {
  const { code } = tenant
  const { accountId } = subject
  const [claims, accepted, open, orders] = await together([
    () => listOpenClaims(tx, code, subject),
    () => listAcceptedBy(tx, code, subject),
    () => readOutstanding(tx, code, subject),
    async () => (accountId === null ? [] : listExpectedOrders(tx, code, accountId)),
  ] as const)
  return {
    claims,
    acceptedBy: accepted.rows.map((one) => ({
      number: one.number,
      name: one.name,
      state: one.state,
      order: one.order_state,
      product: one.title[locale],
      since: one.created_at.toString(),
    })),
    acceptedByCount: accepted.count,
    outstanding: {
      lost: open.lost,
      lostCents: open.lost_cents,
      expectedCents: expectedCents(tenant, orders),
      stillPaid: open.still_paid,
      stillPaidCents: open.still_paid_cents,
      owed: open.owed,
      owedCents: open.owed_cents,
      claims: open.claims,
      goodwillCents: open.goodwill_cents,
      contracts: open.contracts,
      keptRewards: open.kept_rewards,
    },
  }
}

async function logView(tx: Tx, call: Call, person: Person): Promise<void> {
  const { tenant, now } = call
  const actor = actorOf(call.caller)
  const subject = subjectOf(person)
  const since = now.subtract({ minutes: viewedMinutes })
  const { subjectId } = subject
  if (await hasViewed(tx, tenant.code, { operatorId: actor.id, subjectId, since })) return
  await audit(tx, tenant.code, { at: now, actor, action: 'person-viewed', ...subject })
}

function factsOf({ id, email, account, contacts, invited }: Person, locale: Locale) {
  const contactsVersion = contacts.reduce((sum, { version }) => sum + version, 0)
  // The newest entry is the likeliest to be right.
  const newest = contacts[0] ?? invited[0]
  const firstName = account?.first_name ?? newest?.first_name ?? ''
  const lastName = account?.last_name ?? newest?.last_name ?? ''
  const asked = account?.newsletter_mail_sent_at ? 'asked' : 'no'
  return {
    id,
    accountId: account?.account_id ?? null,
    name: `${firstName} ${lastName}`.trim(),
    firstName,
    lastName,
    maskedEmail: maskEmail(email),
    hasPhone: contacts.some(({ phone }) => phone !== null),
    hasAddress: contacts.some(({ zip }) => zip !== null),
    hasBirthDate: contacts.some(({ birth_date }) => birth_date !== null),
    language: (account?.language ?? newest?.language ?? 'de') as Locale,
    since: (account ?? contacts.at(-1) ?? invited.at(-1)!).created_at.toString(),
    confirmedAt: account?.confirmed_at?.toString() ?? null,
    version: account?.version ?? contactsVersion,
    contactsVersion,
    blockedOn: account?.blocked_on ?? null,
    customerNumber: account?.customer_number ?? null,
    customerNumberState: account?.customer_number_state ?? null,
    newsletter: account?.newsletter_opted_in_at ? ('yes' as const) : (asked as 'asked' | 'no'),
    contacts: contacts.map((contact) => ({
      number: contact.number,
      state: contact.state,
      referral: contact.referral_number,
      referrer: contact.referrer,
      product: contact.title[locale],
      channel: contact.channel,
      since: contact.created_at.toString(),
      eraseAskedAt: contact.erase_asked_at?.toString() ?? null,
    })),
  }
}

/** The last four of the stored IBAN, which is never shown whole. */
function ibanEnd({ deps, tenant }: Pick<Call, 'deps' | 'tenant'>, extras: PersonExtras) {
  const { iban_kind: kind, iban_id: id, iban_sealed: sealed } = extras
  if (kind === null || id === null || sealed === null) return null
  const place = kind === 'account' ? accountPlace(tenant.code, id) : rewardPlace(tenant.code, id)
  return deps.keys.decrypt(sealed, place).slice(-4)
}

function eventView(
  event: PersonEvent,
  names: ReadonlyMap<string, string>,
  { locale, tenant }: Pick<Call, 'locale' | 'tenant'>,
): Answer['events'][number] {
  const held = event.held ?? []
  const passed = (event.checked ?? []).filter((rule) => !held.includes(rule))
  const word = event.word
  return {
    at: event.at.toString(),
    kind: event.kind as Answer['events'][number]['kind'],
    number: event.number,
    title:
      event.kind === 'audit' && word !== null
        ? actionWord(word, locale, tenant.rewardWord)
        : (event.title?.[locale] ?? null),
    detail: word,
    cents: event.cents,
    count: event.count,
    held: held.map((rule) => reviewTexts[rule][locale]),
    passed,
    by: event.by === null ? null : (names.get(event.by) ?? null),
    reason:
      event.kind === 'audit'
        ? loggedReason({ action: word ?? '', reason: event.reason }, locale)
        : event.reason,
  }
}

export const revealPerson = serve(contract.revealPerson, (call) =>
  call.transaction(async (tx) => {
    const { tenant, params, now: at } = call
    const person = await findAnyone(tx, tenant.code, params.person)
    const actor = actorOf(call.caller)
    await audit(tx, tenant.code, { at, actor, action: 'person-revealed', ...subjectOf(person) })
    const newest = <K extends keyof PersonContact>(field: K) =>
      person.contacts.find((contact) => contact[field] !== null)
    const home = newest('zip')
    const street = home && [home.street, home.house_number].filter(Boolean).join(' ')
    const city = home && [home.zip, home.city].filter(Boolean).join(' ')
    return {
      email: person.email,
      phone: newest('phone')?.phone ?? null,
      address: [street, city].filter(Boolean).join(', ') || null,
      birthDate: newest('birth_date')?.birth_date ?? null,
    }
  }),
)
