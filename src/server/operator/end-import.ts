import { audit, type Actor } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { endImport, findImport, type OrderImport } from './order-import-store.ts'

type End = { actor: Actor; at: Temporal.Instant }

/** Ends a file's import with what came of all its lines. */
export async function finishImport(
  tx: Tx,
  tenant: string,
  { import_id: id, state }: OrderImport,
  { actor, at }: End,
): Promise<void> {
  await endImport(tx, tenant, id, { state: 'done', by: null, at })
  const now = await findImport(tx, tenant, id)
  await audit(tx, tenant, {
    at,
    actor,
    action: 'order-file-imported',
    subjectKind: 'order-file',
    subjectId: id,
    change: {
      before: { state },
      after: {
        state: 'done',
        created: now?.created,
        kept: now?.kept,
        cancelled: now?.cancelled,
        waiting: now?.waiting,
        failed: now?.failed,
        cents: now?.cents,
        lostCents: now?.lost_cents,
      },
    },
  })
}

/** @param end `why`: for what reason the system ended it; a person's is the actor's. `isRefused`: by the second person who was asked */
export async function stopImport(
  tx: Tx,
  tenant: string,
  { import_id: id, state, done, lines }: OrderImport,
  { actor, at, why, isRefused }: End & { why?: 'right-ended' | 'broken-off'; isRefused?: boolean },
): Promise<void> {
  const { id: by, reason } = actor
  await endImport(tx, tenant, id, {
    state: 'stopped',
    ...(why ? { by: null } : { by, reason }),
    at,
  })
  await audit(tx, tenant, {
    at,
    actor,
    action: isRefused ? 'order-file-refused' : 'order-file-stopped',
    subjectKind: 'order-file',
    subjectId: id,
    details: { done, lines, ...(why ? { why } : {}) },
    change: isRefused
      ? { before: { state: 'proposed' }, after: { state: 'refused' } }
      : { before: { state }, after: { state: 'stopped' } },
  })
}
