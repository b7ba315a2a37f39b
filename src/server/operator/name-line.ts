import {
  isExplainedAlone,
  isOfOurs,
  needsSecond,
  type AssignableKind,
} from '../../domain/bank-line.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import { audit } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import type { OpenLine } from '../payout/bank-line-store.ts'
import { nameLine } from '../payout/named-line-store.ts'
import type { OperatorCaller } from '../team/session.ts'
import * as pay from './pay-as.ts'

export type Naming = Pick<
  Call<
    { id: string },
    unknown,
    { version: number; kind: AssignableKind; subject?: string | undefined; reason: string }
  >,
  'deps' | 'tenant' | 'params' | 'body' | 'now' | 'today' | 'locale'
> & { caller: OperatorCaller }

/**
 * Whether an open line is what the caller calls it: by one person, or by two, of whom the second approves payouts. Else their word is kept
 * for that second person (835). @param payments that the bank's file says it is of @throws not-authorised, own-case
 */
export async function isSaid(
  tx: Tx,
  call: Naming,
  line: OpenLine,
  payments: number,
): Promise<boolean> {
  const { deps, tenant, body, caller, now: at } = call
  const { code } = tenant
  const { operatorId: by } = caller
  const { kind, reason } = body
  const decides = operatorAbilities(caller.roles).can('approve', 'payouts')
  const names = { likelyKind: line.likely_kind, payments, isOwnFile: line.brought_by === by }
  if (!decides && !isOfOurs(names)) throw fail('not-authorised')
  if (!needsSecond(kind, names)) return true
  const subject = isExplainedAlone(kind) ? null : body.subject || null
  const isSame = line.named_kind === kind && line.named_subject === subject
  if (decides && isSame && line.named_by !== by) return true
  if (decides && (await pay.readAloneReason(tx, deps, tenant, by)) !== null) {
    await nameLine(tx, code, line.line_id, null)
    return true
  }
  const actor = { ...actorOf(caller), reason }
  if (kind === 'repayment' && subject && isUuid(subject))
    await pay.refuseOwnPayments(tx, deps, code, [{ reward_id: subject, partner_id: null }], actor)
  else if (subject) await pay.refuseOwnInvoice(tx, deps, code, subject, actor)
  await nameLine(tx, code, line.line_id, { kind, subject, by, reason, at })
  await audit(tx, code, {
    at,
    actor,
    action: 'bank-line-named',
    subjectKind: 'bank-file',
    subjectId: line.line_id,
    details: { cents: line.cents },
    change: { before: { bankLine: line.named_kind }, after: { bankLine: kind } },
  })
  return false
}
