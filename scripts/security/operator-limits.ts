import {
  aloneCents,
  aloneInADay,
  aloneInAll,
  approvableCents,
  attachAloneCents,
  goodwillDays,
  mostGoodwillCents,
} from '../../src/domain/goodwill.ts'
import { operatorRoles } from '../../src/domain/operator-abilities.ts'
import { freshAccountHours } from '../../src/domain/payout-proposal.ts'
import { defaultPayoutRules } from '../../src/domain/payout-rules.ts'
import { bulkLimit, mostSelected } from '../../src/domain/selection.ts'
import { code, euros, many, table } from './table.ts'

/** What one operator decides alone. */
export function limitsOfOperators(): string {
  const bulk = operatorRoles.filter((role) => bulkLimit('reviews', [role]).most > 0)
  const reviews = bulkLimit('reviews', bulk)
  const roles = (of: Partial<Record<string, number>>) =>
    Object.entries(of)
      .map(([role, cents]) => `${role} ${euros(cents ?? 0)}`)
      .join(', ')
  const second = operatorRoles
    .filter((role) => approvableCents([role]) > 0)
    .map((role) => `${role} ${euros(approvableCents([role]))}`)
  const { proposeCents, aloneCents: payout, filePayments, fileCents } = defaultPayoutRules
  return table(
    ['act', 'alone', 'above it'],
    [
      [
        `Goodwill, waived and booked repayments, for one person in ${goodwillDays} days`,
        euros(aloneCents),
        'a second person',
      ],
      [`The same to everybody, in ${goodwillDays} days`, roles(aloneInAll), 'a second person'],
      ['The same in a day', roles(aloneInADay), 'a second person'],
      ['Approved as the second person', second.join(', '), 'refused'],
      ['One request', euros(mostGoodwillCents), 'refused'],
      [
        'Contracts given to somebody whom the provider does not name, in a day',
        euros(attachAloneCents),
        'a second person',
      ],
      [
        `Reviews or orders decided in bulk, in a day (${bulk.join(', ')})`,
        `${reviews.most}, ${euros(reviews.cents)}`,
        'a second person',
      ],
      ['Items of one selection', many(mostSelected), 'refused'],
      [`One payout approved (setting ${code('payouts.aloneCents')})`, euros(payout), 'two people'],
      [
        `One payout with an account changed within ${freshAccountHours} hours`,
        'nothing',
        'two people',
      ],
      [
        `One proposal (setting ${code('payouts.proposeCents')})`,
        euros(proposeCents),
        'the rest waits',
      ],
      [
        `One file to the bank (settings ${code('payouts.filePayments')}, ${code('payouts.fileCents')})`,
        `${many(filePayments)} payments, ${euros(fileCents)}`,
        'a further file',
      ],
    ],
  )
}
