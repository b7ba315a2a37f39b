import { system } from '../base/audit-store.ts'
import { orderKey, type ClaimedContract } from '../../domain/claim.ts'
import { leastDifferences, doubts, type Doubt } from '../../domain/doubt.ts'
import { isClaimedBeside } from '../base/claim-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { findPerson } from '../order/match-recipient.ts'
import type { FeedOrder } from '../order/record-order.ts'
import { feedEmailPlace, type UnmatchedOrder } from '../order/unmatched-store.ts'
import { doubtOrder } from '../reward/doubt-order.ts'
import type { ImportedOrder } from '../reward/import-order.ts'
import { findOrderFacts } from '../reward/release-store.ts'
import { isOwnMatch } from './own-case.ts'

/** Whose a contract of nobody is said to be, and what they said of their own. */
export type Match = {
  said: readonly ClaimedContract[] // the likest one counts
  referral: string
  contact: { id: string; email: string }
}

type Known = Pick<
  UnmatchedOrder,
  'external_number' | 'product_id' | 'contract_on' | keyof typeof nothingKept
>

/** What speaks against a contract of nobody being theirs (633). */
export async function doubtsOf(
  tx: Tx,
  deps: Pick<Deps, 'keys'>,
  tenant: string,
  line: Known,
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
    'claimed-beside': await isClaimedBeside(tx, tenant, {
      key: orderKey(line.external_number),
      referralNumber: referral,
      recipientNumber: contact.id,
    }),
    'other-number': await isOthers(tx, tenant, line, match),
    brought:
      line.brought_by !== null && (await isOwnMatch(deps)(tx, tenant, line.brought_by, match)),
  }
  return doubts.filter((one) => found[one])
}

/**
 * What speaks against whoever a person's file gives a contract to: what was said of it while it fitted nobody, and who else reported the
 * number. Its bringer decides none of it (711).
 */
export async function doubtBrought(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: string,
  imported: Extract<ImportedOrder, { kind: 'new' }>,
  line: FeedOrder,
  file: { id: string; broughtBy: string },
): Promise<void> {
  const { number, kept } = imported
  const facts = await findOrderFacts(tx, tenant, number)
  if (!facts) return // a sales partner's
  const known = {
    ...nothingKept,
    product_id: facts.productId,
    ...kept,
    external_number: line.externalNumber,
    contract_on: line.contractOn,
  }
  const contact = { id: facts.recipientNumber, email: facts.recipientEmail }
  const match = { said: [], referral: facts.referralNumber, contact }
  const found = await doubtsOf(tx, deps, tenant, known, match)
  if (found.length === 0) return
  await doubtOrder(tx, tenant, number, found, {
    by: file.broughtBy,
    bringer: kept?.brought_by ?? null,
    actor: system,
    at: deps.clock.now(),
    details: { broughtBy: file.broughtBy, orderFile: file.id },
  })
}

const nothingKept = {
  email_hash: null,
  referral_number: null,
  recipient_number: null,
  brought_by: null,
}

/** Whether the provider names another contact or another recommendation; a merged entry is whoever it was merged into. */
async function isOthers(
  tx: Tx,
  tenant: string,
  { referral_number: referral, recipient_number: recipient }: Known,
  match: { recipient: string; referral: string },
): Promise<boolean> {
  if (referral !== null && referral !== match.referral) return true
  if (recipient === null || recipient === match.recipient) return false
  return (await findPerson(tx, tenant, recipient))?.number !== match.recipient
}
