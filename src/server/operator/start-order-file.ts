import * as contract from '../../contract/betrieb-einlesungen.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { serve } from '../serve.ts'
import type { OperatorCaller } from '../team/session.ts'
import { personOf } from '../team/sign-in.ts'
import { isAboveOwn, lockSeenFile, viewOf } from './order-file-view.ts'
import { askToStart, lockStarting, startImport, type OrderImport } from './order-import-store.ts'
import { tellOrderFile } from './tell-order-file.ts'

type Start = Pick<
  Call<{ id: string }, unknown, { version: number; reason: string }>,
  'deps' | 'tenant' | 'params' | 'body' | 'now'
> & { caller: OperatorCaller }

/** Starts a checked file, or asks a second person to if it is above what its bringer starts alone. */
export async function startOrAsk(tx: Tx, call: Start): Promise<{ done: 'begonnen' | 'vorgelegt' }> {
  const { deps, tenant, caller, body, now: at } = call
  const { operatorId, roles } = caller
  await lockStarting(tx, tenant.code, operatorId)
  const found = await lockSeenFile(tx, call, ['checked'])
  const { import_id: id, made_by: maker } = found
  if (maker === operatorId && found.asked_at !== null) throw fail('second-person')
  if (maker !== operatorId || !(await isAboveOwn(tx, tenant.code, found, roles, at))) {
    await start(tx, call, found)
    return { done: 'begonnen' }
  }
  await askToStart(tx, tenant.code, id, { reason: body.reason, at })
  await audit(tx, tenant.code, {
    at,
    actor: { ...actorOf(caller), reason: body.reason },
    action: 'order-file-asked',
    subjectKind: 'order-file',
    subjectId: id,
    details: { lines: found.lines, found: viewOf(found, new Map()).found },
    change: {
      before: null,
      after: { state: 'proposed', cents: found.would_cents, lostCents: found.would_lose_cents },
    },
  })
  await tellOrderFile(tx, deps, tenant.code, found, body.reason)
  return { done: 'vorgelegt' }
}

export const startOrderFile = serve(contract.startOrderFile, (call) => {
  const caller = personOf(call)
  return call.transaction((tx) => startOrAsk(tx, { ...call, caller }))
})

export const approveOrderFile = serve(contract.approveOrderFile, async (call) => {
  const caller = personOf(call)
  await call.transaction(async (tx) => {
    const found = await lockSeenFile(tx, call, ['checked'])
    if (found.made_by === caller.operatorId) throw fail('second-person')
    if (found.asked_at === null) throw fail('changed-meanwhile')
    await start(tx, { ...call, caller }, found)
  })
  return undefined
})

async function start(
  tx: Tx,
  call: Pick<Start, 'tenant' | 'caller' | 'body' | 'now'>,
  found: OrderImport,
): Promise<void> {
  const { tenant, caller, body, now: at } = call
  const actor = { ...actorOf(caller), reason: body.reason }
  const { id: operatorId, role = '', session = '' } = actor
  const by = { operatorId, role, session, reason: body.reason }
  await startImport(tx, tenant.code, found.import_id, by, at)
  await audit(tx, tenant.code, {
    at,
    actor,
    action: 'order-file-started',
    subjectKind: 'order-file',
    subjectId: found.import_id,
    details: {
      lines: found.lines,
      found: viewOf(found, new Map()).found,
      cents: found.would_cents,
      lostCents: found.would_lose_cents,
      ...(found.asked_at ? { proposedBy: found.made_by } : {}),
    },
    change: { before: { state: found.state }, after: { state: 'running' } },
  })
  await enqueue(tx, tenant.code, 'import-orders', { importId: found.import_id })
}
