import { system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { matchRecipient } from '../order/match-recipient.ts'
import { findProductsByExternal } from '../order/store.ts'
import { feedEmailPlace, listUnmatchedOf, type UnmatchedOrder } from '../order/unmatched-store.ts'
import { findOwnRecipient } from '../referral/recipient-store.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { doubtOrder, isWorthMore } from './doubt-order.ts'
import { importOrder, type OrderSource } from './import-order.ts'

/** Whether a contract would be the case of the operator whose file brought it. */
export type IsOwnMatch = (
  tx: Tx,
  tenant: string,
  operatorId: string,
  match: { recipient: string; referral: string },
) => Promise<boolean>

/**
 * The job 'match-unmatched': somebody has confirmed their address, so contracts that name them are imported as the feed would now (decision
 * 521). What somebody's own file brought for themselves waits for somebody else's hand (608). Idempotent: a contract that found its person is no longer there.
 */
export async function matchUnmatched(
  deps: Deps,
  tenant: Tenant,
  recipientNumber: string,
  isOwn: IsOwnMatch,
): Promise<number> {
  const { code } = tenant
  const named = await withTenant(deps.db, code, async (tx) => {
    const person = await findOwnRecipient(tx, code, recipientNumber)
    if (person?.state !== 'confirmed') return []
    const hashes = deps.keys.lookups(feedEmailPlace(code, person.email))
    const lines = await listUnmatchedOf(tx, code, {
      number: person.number,
      referral: person.referral_number,
      hashes,
    })
    return lines
      .filter(({ email_hash }) => email_hash === null || hashes.includes(email_hash))
      .map((line) => ({ line, email: line.email_hash === null ? undefined : person.email }))
  })
  let matched = 0
  for (const { line, email } of named)
    if (await importNamed(deps, tenant, line, email, isOwn)) matched++
  return matched
}

const importNamed = (
  deps: Deps,
  tenant: Tenant,
  line: UnmatchedOrder,
  email: string | undefined,
  isOwn: IsOwnMatch,
) =>
  retryConflict(() =>
    withTenant(deps.db, tenant.code, async (tx) => {
      const clues = {
        ...(line.recipient_number ? { recipientNumber: line.recipient_number } : {}),
        ...(line.referral_number ? { referralNumber: line.referral_number } : {}),
        ...(email ? { email } : {}),
      }
      const productIds = await findProductsByExternal(tx, tenant.code, line.product_external_id)
      const found = await matchRecipient(tx, tenant.code, { ...clues, productIds })
      if (found?.state !== 'confirmed') return false
      const match = { recipient: found.number, referral: found.referral_number }
      if (line.brought_by !== null && (await isOwn(tx, tenant.code, line.brought_by, match)))
        return false
      const imported = await importOrder(
        tx,
        deps,
        tenant,
        {
          externalNumber: line.external_number,
          productExternalId: line.product_external_id,
          contractOn: line.contract_on,
          status: 'abgeschlossen',
          ...clues,
        },
        line.source as OrderSource,
        system,
      )
      if (imported.kind !== 'new') return false
      if (line.brought_by !== null && (await isWorthMore(tx, tenant, imported.number, line)))
        await doubtOrder(tx, tenant.code, imported.number, ['worth-more'], {
          by: line.brought_by,
          actor: system,
          at: deps.clock.now(),
        })
      return true
    }),
  )
