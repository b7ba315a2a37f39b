import { orderKey, type ClaimedContract } from '../../domain/claim.ts'
import { leastDifferences, doubts, type Doubt } from '../../domain/doubt.ts'
import { isClaimedBeside } from '../base/claim-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { findPerson } from '../order/match-recipient.ts'
import { feedEmailPlace, type UnmatchedOrder } from '../order/unmatched-store.ts'
import { isOwnMatch } from './own-case.ts'

/** Whose a contract of nobody is said to be, and what they said of their own. */
export type Match = {
  said: readonly ClaimedContract[] // the likest one counts
  referral: string
  contact: { id: string; email: string }
}

/** What speaks against a contract of nobody being theirs (633). */
export async function doubtsOf(
  tx: Tx,
  deps: Pick<Deps, 'keys'>,
  tenant: string,
  line: UnmatchedOrder,
  { said, referral, contact }: Match,
): Promise<Doubt[]> {
  const hashes = deps.keys.lookups(feedEmailPlace(tenant, contact.email))
  const match = { recipient: contact.id, referral }
  const order = {
    externalNumber: line.external_number,
    productId: line.product_id,
    contractOn: line.contract_on,
  }
  const found: Partial<Record<Doubt, boolean>> = {
    ...leastDifferences(said, order),
    email: line.email_hash !== null && !hashes.includes(line.email_hash),
    'claimed-beside': await isClaimedBeside(tx, tenant, orderKey(line.external_number), {
      referralNumber: referral,
      recipientNumber: contact.id,
    }),
    'other-number': await isOthers(tx, tenant, line, match),
    brought:
      line.brought_by !== null && (await isOwnMatch(deps)(tx, tenant, line.brought_by, match)),
  }
  return doubts.filter((one) => found[one])
}

/** Whether the provider names another contact or another recommendation; a merged entry is whoever it was merged into. */
async function isOthers(
  tx: Tx,
  tenant: string,
  { referral_number: referral, recipient_number: recipient }: UnmatchedOrder,
  match: { recipient: string; referral: string },
): Promise<boolean> {
  if (referral !== null && referral !== match.referral) return true
  if (recipient === null || recipient === match.recipient) return false
  return (await findPerson(tx, tenant, recipient))?.number !== match.recipient
}
