import { attachHours, leftToAttach } from '../../domain/goodwill.ts'
import type { Said } from '../../domain/say.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { lockAttaching, markAttached, sumAttached } from '../order/state-store.ts'
import type { UnmatchedOrder } from '../order/unmatched-store.ts'
import { doubtOrder, isWorthMore } from '../reward/doubt-order.ts'
import { importOrder, type ImportedOrder, type OrderSource } from '../reward/import-order.ts'
import { highestCentsOf } from '../reward/price-reward.ts'
import { doubtsOf, type Match } from './doubts.ts'

type Asked = Match & {
  line: UnmatchedOrder
  source: Extract<OrderSource, 'claim' | 'hand'>
  actor: Actor
  claimId?: string
  details: Record<string, string> // for the log: by what it came to be attached
}

/**
 * Imports a contract of nobody for a contact whom an operator chose, as if the feed had named them. What speaks against it is kept, so that its
 * rewards wait for another person (633). @throws own-case of who brought it
 */
export async function attachContract(
  tx: Tx,
  call: Pick<Call, 'deps' | 'tenant' | 'now'>,
  asked: Asked,
): Promise<ImportedOrder> {
  const { deps, tenant } = call
  const { line, contact, actor, source, details, claimId = null } = asked
  // Who brought a contract does not say alone whose it is.
  if (line.brought_by === actor.id) throw fail('own-case', { said: brought })
  const namesNobody = isUnnamed(line)
  // Before rows are locked: whoever waits here holds none.
  if (namesNobody) await lockAttaching(tx, tenant.code, actor.id)
  const against = await doubtsOf(tx, deps, tenant.code, line, asked)
  const imported = await importOrder(
    tx,
    deps,
    tenant,
    {
      externalNumber: line.external_number,
      productExternalId: line.product_external_id,
      recipientNumber: contact.id,
      contractOn: line.contract_on,
      status: 'abgeschlossen',
    },
    source,
    actor,
    claimId,
  )
  if (imported.kind !== 'new') return imported
  const { number } = imported
  const isLimited = namesNobody && !against.includes('other-number')
  const isTooMuch = isLimited && (await addAttached(tx, call, number, actor.id))
  const found = [
    ...against,
    ...(isTooMuch ? ['unnamed' as const] : []),
    ...((await isWorthMore(tx, tenant, number, line)) ? ['worth-more' as const] : []),
  ]
  if (found.length > 0)
    await doubtOrder(tx, tenant.code, number, found, {
      by: actor.id,
      bringer: line.brought_by,
      actor,
      at: call.now,
      details,
    })
  return imported
}

/** Whether the provider names nobody as its contact. */
export const isUnnamed = ({
  email_hash: email,
  recipient_number: recipient,
}: Pick<UnmatchedOrder, 'email_hash' | 'recipient_number'>): boolean =>
  email === null && recipient === null

/** Notes what an unnamed contract earns at most (692); whether that is above what its operator attaches alone. */
async function addAttached(
  tx: Tx,
  { tenant, now: at }: Pick<Call, 'tenant' | 'now'>,
  number: string,
  by: string,
): Promise<boolean> {
  const cents = await highestCentsOf(tx, tenant, number)
  const left = await readLeftToAttach(tx, tenant.code, by, at)
  await markAttached(tx, tenant.code, number, { by, at, cents })
  return cents > left
}

export const readLeftToAttach = async (
  tx: Tx,
  tenant: string,
  by: string,
  at: Temporal.Instant,
): Promise<number> =>
  leftToAttach(await sumAttached(tx, tenant, by, at.subtract({ hours: attachHours })))

const brought: Said = {
  de: 'Diesen Vertrag haben Sie selbst eingelesen. Bitte lassen Sie eine andere Person entscheiden.',
  du: 'Diesen Vertrag hast du selbst eingelesen. Bitte lass eine andere Person entscheiden.',
  en: 'You imported this contract yourself. Please let another person decide.',
}
