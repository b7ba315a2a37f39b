import { startOfLocalDay } from '../../domain/dates.ts'
import { bulkLimit, leftToday, type BulkLimit, type SelectionKind } from '../../domain/selection.ts'
import { sumStartedAlone } from '../base/selection-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'

/** What the caller may still carry out alone today. */
export async function leftForToday(
  tx: Tx,
  { tenant, caller, today }: Pick<Call, 'tenant' | 'caller' | 'today'>,
  kind: SelectionKind,
): Promise<BulkLimit> {
  if (caller.kind !== 'operator') throw fail('session-missing')
  const { operatorId: by, roles } = caller
  const since = startOfLocalDay(today)
  const done = await sumStartedAlone(tx, tenant.code, { by, kind, since })
  return leftToday(kind, bulkLimit(kind, roles), done)
}
