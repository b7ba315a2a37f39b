import { Readable } from 'node:stream'
import { fetchPayoutFile as contract } from '../../contract/betrieb-auszahlungen.ts'
import { takePlace } from '../agency/show-report-file.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { actorOf, type Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import type { BatchFile } from '../payout/batch-file.ts'
import { findBatch } from '../payout/store.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { whileAtWork } from './list-file.ts'
import { openBatchFileAs } from './pay-as.ts'

/** Part by part from where it is stored: its size takes no memory, and it ends with its person's session. */
export const fetchPayoutFile = serve(contract, async (call) => {
  const { deps, tenant, params, caller, reply, now } = call
  personOf(call)
  if (caller.kind !== 'operator') throw fail('session-missing')
  const batch = await withTenant(deps.db, tenant.code, (tx) =>
    findBatch(tx, tenant.code, params.id),
  )
  if (!batch) throw fail('not-found')
  const leave = takePlace(caller.operatorId)
  const who = { actor: actorOf(caller), now }
  const file = await openLogged(deps, tenant.code, batch.batch_id, who).catch((error: unknown) => {
    leave()
    throw error
  })
  const parts = whileAtWork(file.parts(), deps, tenant.code, caller)
  const stream = Readable.from(parts, { objectMode: false })
  stream.once('close', leave)
  reply
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `attachment; filename="${batch.batch_id}.xml"`)
    .header('Content-Length', file.bytes)
    .type('application/xml; charset=utf-8')
  await reply.send(stream)
  return undefined
})

/** Names and accounts never leave without a row: it is there before. */
async function openLogged(
  deps: Deps,
  tenant: string,
  batchId: string,
  { actor, now }: { actor: Actor; now: Temporal.Instant },
): Promise<BatchFile> {
  const file = await openBatchFileAs(deps, tenant, batchId, actor)
  await withTenant(deps.db, tenant, (tx) =>
    audit(tx, tenant, {
      at: now,
      actor,
      action: 'payout-file-fetched',
      subjectKind: 'payout-batch',
      subjectId: batchId,
    }),
  )
  return file
}
