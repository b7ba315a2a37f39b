import { formatGermanDate } from './dates.ts'
import { mailboxOf, isEmail, normaliseEmail } from './email.ts'
import { formatEnglishDate } from './english-date.ts'
import type { ErrorName } from './errors.ts'
import type { Localised, Tenant } from './tenant.ts'

// Who may take part (domain.md section 3, Eligibility). Hard rules refuse at once with a catalogue error; soft rules only hold a
// reward for review.

export type EmailList = { single: readonly string[]; wildcard: readonly string[] }

export type ReferralDecision =
  | { kind: 'ok' }
  | { kind: 'refused'; error: ErrorName; who: 'referrer' | 'recipient' }

/**
 * `recipientEmail`: null while unknown; `sameAccount`: the recipient is logged in as the referrer. The whitelist (null: none;
 * empty: nobody) applies to referrers, the block lists to both.
 */
export function checkReferral(input: {
  selfReferralAllowed: boolean
  emailWhitelist: readonly string[] | null
  referrerEmail: string
  recipientEmail: string | null
  blockedPatterns: EmailList
  sameAccount?: boolean
}): ReferralDecision {
  const { referrerEmail, recipientEmail, emailWhitelist } = input
  const people = [
    { who: 'referrer' as const, email: referrerEmail },
    ...(recipientEmail === null ? [] : [{ who: 'recipient' as const, email: recipientEmail }]),
  ]
  for (const { who, email } of people) {
    if (!isEmail(normaliseEmail(email))) return { kind: 'refused', error: 'email-invalid', who }
    const blocked = isBlocked(email, input.blockedPatterns)
    if (blocked) return { kind: 'refused', error: `blocked-${blocked}`, who }
  }
  if (emailWhitelist && !emailWhitelist.some((pattern) => matchesPattern(pattern, referrerEmail))) {
    return { kind: 'refused', error: 'email-not-allowed', who: 'referrer' }
  }
  if (!input.selfReferralAllowed && recipientEmail !== null) {
    if (normaliseEmail(referrerEmail) === normaliseEmail(recipientEmail)) {
      return { kind: 'refused', error: 'emails-equal', who: 'recipient' }
    }
  }
  if (!input.selfReferralAllowed && input.sameAccount) {
    return { kind: 'refused', error: 'self-referral', who: 'recipient' }
  }
  return { kind: 'ok' }
}

/**
 * Whether a referrer has to declare to be 18, a natural person and resident in Germany: not if a whitelist admits them (domain.md
 * section 8), so customers of an agency do.
 */
export function statesAge(emailWhitelist: readonly string[] | null, email: string): boolean {
  return !emailWhitelist?.some((pattern) => matchesPattern(pattern, email))
}

/** The field error when a whitelist does not contain the address (spec section 5, literally). */
export const whitelistFieldText = {
  de: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
  du: 'Bitte gib eine gültige E-Mail-Adresse ein.',
  en: 'Please enter a valid e-mail address.',
}

/**
 * Whether an address matches a pattern like `*@firma.example`, as a whole and in any case; a star matches anything but the @ if
 * the pattern has one.
 */
export function matchesPattern(pattern: string, email: string): boolean {
  const wanted = normaliseEmail(pattern)
  const address = normaliseEmail(email)
  if (!wanted || !isEmail(address)) return false
  if (!wanted.includes('@')) return matchesGlob(wanted, address)
  const [local, domain, ...more] = wanted.split('@')
  const [ownLocal, ownDomain] = address.split('@')
  return more.length === 0 && matchesGlob(local!, ownLocal!) && matchesGlob(domain!, ownDomain!)
}

/** Whether any address can match: `firma.example` without a star and `@firma.example` match none. */
export function canMatch(pattern: string): boolean {
  const parts = normaliseEmail(pattern).split('*')
  const fill = (at: number, star: string, others: string) =>
    parts.reduce((text, part, index) => `${text}${index - 1 === at ? star : others}${part}`)
  const ways = ['', 'a', 'aa', 'a.aa', '@', 'a@', '@aa', 'a@a.aa', 'a@aa', 'a@a', '@a.aa', '@a']
  return ['', 'a', 'aa'].some((others) =>
    [0, ...parts.keys()].some((at) =>
      ways.some((star) => {
        const address = fill(at, star, others)
        return isEmail(address) && matchesPattern(pattern, address)
      }),
    ),
  )
}

// Backtracks to the newest star only, so no pattern is slow (a regular expression with several stars would be).
function matchesGlob(pattern: string, text: string): boolean {
  let at = 0
  let star = -1
  let resume = 0
  let index = 0
  while (index < text.length) {
    if (pattern[at] === '*') {
      star = at++
      resume = index
    } else if (pattern[at] === text[index]) {
      at++
      index++
    } else if (star >= 0) {
      at = star + 1
      index = ++resume
    } else {
      return false
    }
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}

/** The list that blocks the address, or null. The account is checked before its company. */
export function isBlocked(email: string, lists: EmailList): 'single' | 'wildcard' | null {
  // Whatever stands behind a plus: the mails arrive in one mailbox.
  const [address, mailbox] = [normaliseEmail(email), mailboxOf(email)]
  if (lists.single.some((one) => mailboxOf(one) === mailbox)) return 'single'
  const isMeant = (pattern: string) =>
    matchesPattern(pattern, address) || matchesPattern(pattern, mailbox)
  return lists.wildcard.some(isMeant) ? 'wildcard' : null
}

export const reviewReasons = [
  'same-email',
  'same-bank-account',
  'same-household',
  'existing-customer',
  'yearly-limit',
  'same-network',
  'by-hand', // an operator doubts it
] as const
export type ReviewReason = (typeof reviewReasons)[number]

export type RewardDecision = { kind: 'ok' } | { kind: 'held'; reasons: ReviewReason[] }

/**
 * The soft rules. `existingCustomer`: customer within the tenant's look-back; `contractBeforeAcceptance`: the contract predates
 * the acceptance, whatever the look-back; `rewardedThisYear`: the referrer's other rewarded referrals of this calendar year.
 */
export function checkReward(
  facts: {
    sameEmail: boolean
    sameBankAccount: boolean
    sameHousehold: boolean
    existingCustomer: boolean
    contractBeforeAcceptance: boolean
    rewardedThisYear: number
  },
  rules: Tenant['eligibility'],
): RewardDecision {
  const limit = rules.maxRewardedPerYear
  const broken: Record<ReviewReason, boolean> = {
    'same-email': facts.sameEmail && rules.sameEmail === 'hold',
    'same-bank-account': facts.sameBankAccount && rules.sameBankAccount === 'hold',
    'same-household': facts.sameHousehold && rules.sameHousehold === 'hold',
    'existing-customer':
      facts.contractBeforeAcceptance ||
      (facts.existingCustomer && rules.existingCustomerMonths !== null),
    'yearly-limit': limit !== null && facts.rewardedThisYear >= limit,
    'same-network': false,
    'by-hand': false,
  }
  const reasons = reasonsOf(broken)
  return reasons.length === 0 ? { kind: 'ok' } : { kind: 'held', reasons }
}

/** The rules that checkReward asks of a side's reward; what it does not hold has passed them. */
export const askedRules = (
  rules: Tenant['eligibility'],
  beneficiary: 'referrer' | 'recipient',
): ReviewReason[] => [
  ...(rules.sameEmail === 'hold' ? (['same-email'] as const) : []),
  ...(rules.sameHousehold === 'hold' ? (['same-household'] as const) : []),
  'existing-customer',
  ...(rules.maxRewardedPerYear !== null && beneficiary === 'referrer'
    ? (['yearly-limit'] as const)
    : []),
]

/**
 * Whether the maker of an unclaimed referral and the acceptor look like one person, since without login anybody can type any name
 * and address. `sameNetwork` null: unknown, which holds as well.
 */
export function checkUnclaimed(
  facts: {
    sameEmail: boolean
    sameBankAccount: boolean
    sameHousehold: boolean
    sameNetwork: boolean | null
  },
  { selfReferralAllowed }: Pick<Tenant, 'selfReferralAllowed'>,
): RewardDecision {
  if (selfReferralAllowed) return { kind: 'ok' }
  const reasons = reasonsOf({
    'same-email': facts.sameEmail,
    'same-bank-account': facts.sameBankAccount,
    'same-household': facts.sameHousehold,
    'existing-customer': false,
    'yearly-limit': false,
    'same-network': facts.sameNetwork !== false,
    'by-hand': false,
  })
  return reasons.length === 0 ? { kind: 'ok' } : { kind: 'held', reasons }
}

const reasonsOf = (broken: Record<ReviewReason, boolean>) =>
  (Object.keys(broken) as ReviewReason[]).filter((reason) => broken[reason])

/** The days that decide whether somebody was a customer before; ISO. `earlierOn`: of their newest contract before this one. */
export type CustomerDays = { contractOn: string; acceptedOn: string; earlierOn: string | null }

/** A reason as support reads it aloud: of the rules that one reason stands for, the one that is meant, with its days. */
export function reviewText(reason: ReviewReason, days: CustomerDays | null): Localised {
  if (reason !== 'existing-customer' || days === null) return reviewTexts[reason]
  const [contract, accepted] = [both(days.contractOn), both(days.acceptedOn)]
  if (days.contractOn < days.acceptedOn)
    return {
      de: `Der Vertrag ist vom ${contract.de}, angenommen wurde die Empfehlung erst am ${accepted.de}.`,
      en: `The contract is of ${contract.en}, the recommendation was accepted only on ${accepted.en}.`,
    }
  if (days.earlierOn === null) return known
  const earlier = both(days.earlierOn)
  return {
    de: `Der Kontakt war schon Kunde: Vor dem Vertrag vom ${contract.de} gab es einen vom ${earlier.de}.`,
    en: `The contact was already a customer: before the contract of ${contract.en} there was one of ${earlier.en}.`,
  }
}

const known: Localised = {
  de: 'Der Kontakt war schon Kunde: Es gab einen früheren Vertrag.',
  en: 'The contact was already a customer: there was an earlier contract.',
}
const both = (day: string): Localised => ({ de: formatGermanDate(day), en: formatEnglishDate(day) })

/** Review reasons for support; the texts for users are in dashboard.json of both languages, `review.*`. */
export const reviewTexts: Record<ReviewReason, Localised> = {
  'same-email': {
    de: 'Empfehler und Kontakt haben dieselbe E-Mail-Adresse.',
    en: 'Referrer and contact have the same e-mail address.',
  },
  'same-bank-account': {
    de: 'Empfehler und Kontakt haben dieselbe IBAN angegeben.',
    en: 'Referrer and contact gave the same IBAN.',
  },
  'same-household': {
    de: 'Empfehler und Kontakt wohnen unter derselben Adresse.',
    en: 'Referrer and contact live at the same address.',
  },
  'existing-customer': {
    de: 'Der Kontakt war schon Kunde: Vertrag vor der Annahme der Empfehlung, oder früherer Vertrag im Rückblickzeitraum.',
    en: 'The contact was already a customer: a contract before the recommendation was accepted, or an earlier one within the look-back period.',
  },
  'yearly-limit': {
    de: 'Der Empfehler hat die Höchstzahl prämierter Empfehlungen pro Jahr erreicht.',
    en: 'The referrer has reached the highest number of rewarded recommendations per year.',
  },
  'same-network': {
    de: 'Niemand hat die Empfehlung übernommen, und sie wurde vom selben Netz aus erstellt und angenommen (oder das Netz ist nicht bekannt).',
    en: 'Nobody took over the recommendation, and it was made and accepted from the same network (or the network is not known).',
  },
  'by-hand': {
    de: 'Eine Person des Betriebs hat die Prämie angehalten.',
    en: 'A person of the operations held the reward.',
  },
}
