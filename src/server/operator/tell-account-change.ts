import { maskIban } from '../../domain/iban.ts'
import type { PayoutAccount } from '../../domain/payout-account.ts'
import { localDate } from '../../domain/dates.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { operatorNames } from '../team/operator-names.ts'
import { listToTell } from './list-to-tell.ts'

export type AccountStep = 'proposed' | 'approved' | 'stopped' | 'used'

/** An account as logs and mails have it. */
export const maskAccount = ({ name, iban }: PayoutAccount): string =>
  iban === '' ? '' : `${name}, ${maskIban(iban)}`

/** Mails everybody who manages the tenant or pays for it, whoever did it, too: nothing of it happens unseen. */
export async function tellAccountChange(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  tenant: string,
  change: {
    change_id: string
    old_account: PayoutAccount
    account: PayoutAccount
    use_from: Temporal.Instant | null
  },
  { step, by, reason }: { step: AccountStep; by: string | null; reason: string | null },
): Promise<void> {
  const now = clock.now()
  const person = by === null ? null : ((await operatorNames(tx, tenant, [by])).get(by) ?? by)
  for (const { operator, ability } of await listToTell(tx, { clock }, tenant)) {
    if (!ability.can('update', 'payout-account') && !ability.can('update', 'payouts')) continue
    await queueMail(tx, tenant, {
      template: 'operatorPayoutAccount',
      to: operator.email,
      locale: operator.language,
      data: {
        accountStep: step,
        on: localDate(now).toString(),
        before: maskAccount(change.old_account) || '–',
        after: maskAccount(change.account),
        ...(person === null ? {} : { person }),
        ...(reason === null ? {} : { reason }),
        ...(change.use_from === null ? {} : { from: localDate(change.use_from).toString() }),
        link: { link: { page: 'ConsolePayoutAccount', params: { mandant: tenant } } },
      },
      dedupeKey: `operatorPayoutAccount|${step}|${change.change_id}|${operator.operator_id}`,
      now,
    })
  }
}
