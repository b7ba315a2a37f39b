import { normaliseEmail } from '../../domain/email.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { spell } from '../order/match-recipient.ts'
import type { FeedOrder } from '../order/record-order.ts'
import type { ImportedOrder } from '../reward/import-order.ts'
import { readPartnerOrder } from './order-record-store.ts'
import { isOwnAddress, isOwnCase, isOwnOrder, isOwnReferral, isOwnSeller } from './own-case.ts'

/** Nobody imports a contract that concerns themselves, nor one that is kept until they can be matched with it. */
export const ownCaseCheck =
  (deps: Deps, code: string, operatorId: string) =>
  async (tx: Tx, imported: ImportedOrder, line: FeedOrder): Promise<void> => {
    const isOwn =
      imported.kind === 'failed'
        ? await namesOneself(tx, deps, code, operatorId, line)
        : (imported.kind === 'new' || imported.kind === 'cancelled') &&
          ((await isOwnOrder(tx, deps, code, operatorId, imported.number)) ||
            (await isOwnPartners(tx, deps, code, operatorId, imported.number)))
    if (isOwn) throw fail('own-case')
  }

async function namesOneself(
  tx: Tx,
  deps: Deps,
  code: string,
  operatorId: string,
  line: FeedOrder,
): Promise<boolean> {
  const recipient = spell(line.recipientNumber)
  const referral = spell(line.referralNumber)
  const contacts = { accounts: [], recipients: recipient ? [recipient] : [] }
  return (
    (await isOwnCase(tx, deps, code, operatorId, contacts)) ||
    (referral !== undefined && (await isOwnReferral(tx, deps, code, operatorId, referral))) ||
    (!!line.email && (await isOwnAddress(tx, deps, code, operatorId, normaliseEmail(line.email))))
  )
}

async function isOwnPartners(
  tx: Tx,
  deps: Deps,
  code: string,
  operatorId: string,
  number: string,
): Promise<boolean> {
  const order = await readPartnerOrder(tx, code, number)
  if (!order) return false
  return isOwnSeller(tx, deps, code, operatorId, 'sales-partner', order.partner_id)
}
