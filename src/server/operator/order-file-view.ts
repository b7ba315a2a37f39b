import { importHours, leftToImport } from '../../domain/goodwill.ts'
import type { OrderFileState } from '../../domain/order-file.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { isUuid } from '../base/uuid.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { findImport, lockImport, sumStarted, type OrderImport } from './order-import-store.ts'

export const viewOf = (row: OrderImport, names: ReadonlyMap<string, string>) => ({
  id: row.import_id,
  name: row.name,
  state: row.state,
  lines: row.lines,
  done: row.done,
  madeBy: names.get(row.made_by) ?? null,
  madeAt: row.made_at.toString(),
  found: {
    created: row.would_create,
    kept: row.would_keep,
    cancelled: row.would_cancel,
    waiting: row.would_wait,
    failed: row.would_fail,
    lostCents: row.would_lose_cents,
  },
  result: {
    created: row.created,
    kept: row.kept,
    cancelled: row.cancelled,
    waiting: row.waiting,
    failed: row.failed,
    lostCents: row.lost_cents,
  },
  cents: row.would_cents,
  isAsked: waitsForSecond(row),
  isRefused: isRefused(row),
})

/** Checked, and put before a second person. */
export const waitsForSecond = (row: OrderImport): boolean =>
  row.state === 'checked' && row.asked_at !== null

/** By somebody whom its bringer had asked. */
const isRefused = (row: OrderImport): boolean =>
  row.state === 'stopped' &&
  row.asked_at !== null &&
  row.started_by === null &&
  row.ended_by !== null &&
  row.ended_by !== row.made_by

export async function findFile(tx: Tx, tenant: string, id: string): Promise<OrderImport> {
  const found = isUuid(id) ? await findImport(tx, tenant, id) : undefined
  if (!found) throw fail('not-found')
  return found
}

/** The file as the caller saw it, locked. @throws changed-meanwhile */
export async function lockSeenFile(
  tx: Tx,
  {
    tenant,
    params,
    body,
  }: Pick<Call<{ id: string }, unknown, { version: number }>, 'tenant' | 'params' | 'body'>,
  states: readonly OrderFileState[],
): Promise<OrderImport> {
  await findFile(tx, tenant.code, params.id)
  const found = await lockImport(tx, tenant.code, params.id)
  if (!found || !states.includes(found.state) || found.version !== body.version)
    throw fail('changed-meanwhile')
  return found
}

/** What is left of what somebody starts alone. */
export const readLeftToImport = async (
  tx: Tx,
  tenant: string,
  { by, roles, now }: { by: string; roles: readonly OperatorRole[]; now: Temporal.Instant },
): Promise<number> =>
  leftToImport(await sumStarted(tx, tenant, by, now.subtract({ hours: importHours })), roles)

/** Whether what the file earns and takes back is more than is left of what its bringer starts alone. */
export async function isAboveOwn(
  tx: Tx,
  tenant: string,
  { made_by: by, would_cents, would_lose_cents }: OrderImport,
  roles: readonly OperatorRole[],
  now: Temporal.Instant,
): Promise<boolean> {
  const cents = would_cents + would_lose_cents
  return cents > 0 && cents > (await readLeftToImport(tx, tenant, { by, roles, now }))
}
