import { isUuid } from '../base/uuid.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { lockCase, type ReviewCase } from '../reward/review-store.ts'
import { lockReward } from '../reward/store.ts'

/** The open case as the caller saw it, locked with its reward; whoever saw an older one is refused. */
export async function lockSeenCase(
  tx: Tx,
  {
    tenant,
    params,
    body,
  }: Pick<Call<{ id: string }, unknown, { version: number }>, 'tenant' | 'params' | 'body'>,
): Promise<ReviewCase> {
  const { code } = tenant
  // The reward first, as whatever else ends a case does.
  if (!isUuid(params.id) || !(await lockReward(tx, code, params.id))) throw fail('not-found')
  const found = await lockCase(tx, code, params.id)
  if (!found) throw fail('not-found')
  if (found.closed_at !== null || found.version !== body.version) throw fail('changed-meanwhile')
  return found
}
