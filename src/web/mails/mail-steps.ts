import type { MailTexts } from './mail-texts.ts'

// A mail's progress line: what is done, what is next, and what follows.

const ways = {
  referrer: ['recommended', 'confirmed', 'accepted', 'contract', 'collected'],
  own: ['recommended', 'accepted', 'contract', 'checked', 'collected', 'paid'],
  late: ['recommended', 'contract', 'confirmed', 'checked', 'collected'],
  lateChecked: ['recommended', 'contract', 'checked', 'confirmed', 'collected'],
  contact: ['entered', 'confirmedData', 'contract', 'checked', 'collected'],
  contactWithout: ['entered', 'confirmedData', 'contract'],
  reward: ['contract', 'checked', 'collected', 'paid'],
  goodwill: ['granted', 'collected', 'paid'],
  voucher: ['contract', 'checked', 'collected', 'redeemed'],
  goodwillVoucher: ['granted', 'collected', 'redeemed'],
  again: ['collected', 'account', 'paid'],
  named: ['collected', 'named', 'paid'],
  newsletter: ['asked', 'confirmedAddress', 'newsletter'],
  invitation: ['invited', 'registered', 'recommended', 'accepted', 'collected'],
  agency: ['registered', 'confirmedAddress', 'checkedAgency', 'inviting'],
  employee: ['added', 'password', 'inviting'],
  partner: ['registered', 'confirmedAddress', 'checkedPartner', 'selling'],
  note: ['sold', 'billed', 'paid'],
} as const

export type MailStep = { label: string; state: 'done' | 'next' | 'later' }
type Way = keyof typeof ways
type Step = (typeof ways)[Way][number]
// Steps that mails show only as done, or only as still to come.
type OnlyDone = 'entered' | 'granted' | 'asked' | 'invited' | 'added' | 'sold' | 'billed'
type OnlyAhead = 'selling' | 'inviting'

/** Steps with `next` as the current one; without it all are done. */
export function mailSteps<W extends Way>(
  t: MailTexts,
  way: W,
  next: (typeof ways)[W][number] | null,
): MailStep[] {
  const all: readonly Step[] = ways[way]
  const at = next === null ? all.length : all.indexOf(next)
  return all.map((step, index) =>
    index < at
      ? { label: t(`step.${step as Exclude<Step, OnlyAhead>}`), state: 'done' }
      : {
          label: t(`stepTo.${step as Exclude<Step, OnlyDone>}`),
          state: index === at ? 'next' : 'later',
        },
  )
}
