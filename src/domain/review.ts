import type { ReviewReason } from './eligibility.ts'
import type { RefusalReason } from './refusal.ts'
import type { Localised } from './tenant.ts'

// The decision about a held reward (domain.md section 3). A refusal's reasons are in refusal.ts: the person reads them. These are for the
// log alone.

export const approvalReasons = [
  'shared-mailbox',
  'different-people',
  'joint-account',
  'two-in-household',
  'two-households',
  'date-explained',
  'earlier-contract-over',
  'genuine-referrals',
  'within-limit',
  'shared-network',
  'doubt-cleared',
  'evidence',
  'rule-exception',
] as const
export type ApprovalReason = (typeof approvalReasons)[number]

export const approvalTexts: Record<ApprovalReason, Localised> = {
  'shared-mailbox': {
    de: 'Zwei Personen nutzen ein Postfach; geprüft.',
    en: 'Two people use one mailbox; checked.',
  },
  'different-people': {
    de: 'Es sind verschiedene Personen.',
    en: 'These are different people.',
  },
  'joint-account': {
    de: 'Zwei Personen nutzen ein gemeinsames Konto; geprüft.',
    en: 'Two people share a bank account; checked.',
  },
  'two-in-household': {
    de: 'Zwei Personen in einem Haushalt; geprüft.',
    en: 'Two people in one household; checked.',
  },
  'two-households': {
    de: 'Gleiche Anschrift, aber verschiedene Haushalte.',
    en: 'One address, but two households.',
  },
  'date-explained': {
    de: 'Die Empfehlung war vor dem Vertrag da; das Datum ist erklärt.',
    en: 'The recommendation came before the contract; the date is explained.',
  },
  'earlier-contract-over': {
    de: 'Der frühere Vertrag war beendet oder betraf etwas anderes.',
    en: 'The earlier contract had ended, or was about something else.',
  },
  'genuine-referrals': {
    de: 'Alle Empfehlungen sind echt; mehr als die Jahresgrenze ist vertretbar.',
    en: 'All recommendations are genuine; going beyond the yearly limit is fair.',
  },
  'within-limit': {
    de: 'Eine gezählte Empfehlung ist entfallen; die Jahresgrenze ist eingehalten.',
    en: 'A recommendation that was counted fell away; the yearly limit is kept.',
  },
  'shared-network': {
    de: 'Zwei Personen im selben Netz, etwa im Büro oder Wohnheim.',
    en: 'Two people in one network, in an office or a hall of residence for instance.',
  },
  'doubt-cleared': {
    de: 'Der Zweifel ist ausgeräumt.',
    en: 'The doubt is cleared up.',
  },
  evidence: {
    de: 'Nachweise liegen vor und stimmen.',
    en: 'Evidence was given and is right.',
  },
  'rule-exception': {
    de: 'Die Regel trifft zu; eine Ausnahme ist vertretbar.',
    en: 'The rule applies; an exception is fair.',
  },
}

type Offered = { approve: readonly ApprovalReason[]; refuse: readonly RefusalReason[] }

/** What speaks for and against a reward, by what held it. */
const fitting: Record<ReviewReason, Offered> = {
  'same-email': { approve: ['shared-mailbox', 'different-people'], refuse: ['own-contract'] },
  'same-bank-account': { approve: ['joint-account'], refuse: ['own-contract'] },
  'same-household': {
    approve: ['two-in-household', 'two-households'],
    refuse: ['own-contract'],
  },
  'existing-customer': {
    approve: ['date-explained', 'earlier-contract-over'],
    refuse: ['existing-customer', 'duplicate'],
  },
  'yearly-limit': { approve: ['genuine-referrals', 'within-limit'], refuse: ['over-limit'] },
  'same-network': {
    approve: ['shared-network', 'different-people'],
    refuse: ['own-contract'],
  },
  'by-hand': {
    approve: ['doubt-cleared'],
    refuse: ['existing-customer', 'own-contract', 'duplicate'],
  },
}
const always: Offered = {
  approve: ['evidence', 'rule-exception'],
  refuse: ['not-by-referral', 'not-eligible', 'other'],
}

/** The reasons to decide about cases together that fit each of them, the particular ones first. @param held why, by case */
export function decisionReasons(held: readonly (readonly ReviewReason[])[]): Offered {
  const offer = <Code>(side: (offered: Offered) => readonly Code[]): Code[] => {
    const [first = [], ...others] = held.map((reasons) =>
      reasons.flatMap((reason) => side(fitting[reason])),
    )
    const common = first.filter((code) => others.every((codes) => codes.includes(code)))
    return [...new Set([...common, ...side(always)])]
  }
  return { approve: offer(({ approve }) => approve), refuse: offer(({ refuse }) => refuse) }
}

/** How far ahead a case may be put off. */
export const mostSnoozedDays = 90

/** How soon a case's answer is due; the queue is grouped by it. */
export const dues = ['overdue', 'today', 'week', 'later'] as const
export const weekDays = 7
export type Due = (typeof dues)[number]

/** @param answerBy ISO day that the tenant promised */
export function dueOf(answerBy: string, today: Temporal.PlainDate): Due {
  const day = Temporal.PlainDate.from(answerBy)
  const order = Temporal.PlainDate.compare(day, today)
  if (order < 0) return 'overdue'
  if (order === 0) return 'today'
  return Temporal.PlainDate.compare(day, today.add({ days: weekDays })) <= 0 ? 'week' : 'later'
}

/** The day by which the owner of a held reward is promised an answer; `days` is the tenant's `reviewDays`. */
export const answerBy = (heldOn: Temporal.PlainDate, days: number): Temporal.PlainDate =>
  heldOn.add({ days })

export const snoozeChoices = ['tomorrow', 'three-days', 'week', 'promised'] as const

/** The days that are proposed to put a case off until, the soonest first; `isLate`: after the promised one. */
export function snoozeDays(
  today: Temporal.PlainDate,
  answerBy: string,
): { choice: (typeof snoozeChoices)[number]; day: string; isLate: boolean }[] {
  const fixed = [
    ['tomorrow', 1],
    ['three-days', 3],
    ['week', 7],
  ] as const
  const days = fixed.map(([choice, ahead]) => ({
    choice,
    day: today.add({ days: ahead }).toString(),
  }))
  const promised = { choice: 'promised' as const, day: answerBy }
  // The promise says more than the number of days.
  return [...days.filter(({ day }) => day !== answerBy), promised]
    .filter(({ day }) => day > today.toString())
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    .map((one) => ({ ...one, isLate: one.day > answerBy }))
}
