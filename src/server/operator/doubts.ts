import { orderKey } from '../../domain/claim.ts'
import { differences, doubts, type Doubt } from '../../domain/doubt.ts'
import { contractOf, isClaimedBeside, type Claim } from '../base/claim-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { feedEmailPlace, type UnmatchedOrder } from '../order/unmatched-store.ts'
import { isOwnMatch } from './own-case.ts'

/** What speaks against a contract of nobody being the claimed one (633). */
export async function doubtsOf(
  tx: Tx,
  deps: Pick<Deps, 'keys'>,
  tenant: string,
  claim: Claim,
  line: UnmatchedOrder,
  contact: { id: string; email: string },
): Promise<Doubt[]> {
  const hashes = deps.keys.lookups(feedEmailPlace(tenant, contact.email))
  const match = { recipient: contact.id, referral: claim.referral_number }
  const found: Record<Doubt, boolean> = {
    ...differences(contractOf(claim), {
      externalNumber: line.external_number,
      productId: line.product_id,
      contractOn: line.contract_on,
    }),
    email: line.email_hash !== null && !hashes.includes(line.email_hash),
    'claimed-beside': await isClaimedBeside(tx, tenant, orderKey(line.external_number), {
      referralNumber: claim.referral_number,
      recipientNumber: contact.id,
    }),
    brought:
      line.brought_by !== null && (await isOwnMatch(deps)(tx, tenant, line.brought_by, match)),
  }
  return doubts.filter((one) => found[one])
}
