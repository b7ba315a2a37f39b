import type { FastifyRequest } from 'fastify'
import { claimKey, keepAnswer, type IdempotentCall } from './base/idempotency-store.ts'
import type { Call, Deps } from './context.ts'
import { withTenant, type Tx } from './db/connection.ts'

type Share = (tenant: string, work: (tx: Tx) => Promise<unknown>) => Promise<unknown>
const shares = new WeakMap<FastifyRequest, Share>()

/** The call's transaction may be that of others, too (pages/shared-reads.ts). */
export const shareTransaction = (request: FastifyRequest, share: Share) =>
  void shares.set(request, share)

export function transactionOf(
  deps: Deps,
  request: FastifyRequest,
  tenant: string,
  call: IdempotentCall | null,
): Call['transaction'] {
  const share = deps.db.looks ? undefined : shares.get(request)
  if (!call && share) return <T>(work: (tx: Tx) => Promise<T>) => share(tenant, work) as Promise<T>
  if (!call) return (work) => withTenant(deps.db, tenant, work)
  return <T>(work: (tx: Tx) => Promise<T>) =>
    withTenant(deps.db, tenant, async (tx) => {
      const first = await claimKey(tx, deps.keys, tenant, call, deps.clock.realNow())
      if (first) return first.replay as T
      const answer = await work(tx)
      await keepAnswer(tx, deps.keys, tenant, call, answer)
      return answer
    })
}
