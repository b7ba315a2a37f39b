import { sql } from 'kysely'
import type { SelectionState } from '../../domain/selection.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'
import { lockNamed } from '../db/lock-named.ts'
import type { Actor } from './audit-store.ts'

export type Selection = {
  selection_id: string
  kind: string
  verb: string
  made_by: string
  made_at: Temporal.Instant
  needs_two: boolean
  reason_code: string | null
  note: string | null
  state: SelectionState
  version: number
  started_by: string | null
  started_at: Temporal.Instant | null
  started_role: string | null
  started_session: string | null
  ended_at: Temporal.Instant | null
  stopped_by: string | null // by a person
  stop_reason: string | null
}

export type SelectionItem = { item_id: string; version: number; cents: number; reasons: string[] }

/** Frozen: nothing is added or changed later. Items are carried out in this order. */
export async function insertSelection(
  tx: Tx,
  tenant: string,
  made: {
    id: string
    kind: string
    verb: string
    by: string
    at: Temporal.Instant
    needsTwo: boolean
  },
  items: readonly SelectionItem[],
): Promise<void> {
  await sql`
    insert into selections (tenant, selection_id, kind, verb, made_by, made_at, needs_two)
    values (${tenant}, ${made.id}, ${made.kind}, ${made.verb}, ${made.by}, ${made.at.toString()}, ${made.needsTwo})`.execute(
    tx,
  )
  await sql`
    insert into selection_items (tenant, selection_id, item_id, version, cents, reasons, place)
    select tenants.tenant, ${made.id}, item_id, items.version, cents, reasons, place
    from tenants, jsonb_to_recordset(${JSON.stringify(items.map((item, place) => ({ ...item, place })))}::jsonb)
      as items (item_id text, version integer, cents bigint, reasons text[], place integer)
    where tenants.tenant = ${tenant}`.execute(tx)
}

export async function findSelection(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<Selection | undefined> {
  const { rows } = await sql<Selection>`
    select * from selections where tenant = ${tenant} and selection_id = ${id}`.execute(tx)
  return rows[0]
}

export async function lockSelection(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<Selection | undefined> {
  const { rows } = await sql<Selection>`
    select * from selections where tenant = ${tenant} and selection_id = ${id} for no key update`.execute(
    tx,
  )
  return rows[0]
}

/** The caller holds its lock. */
export async function updateSelection(
  tx: Tx,
  tenant: string,
  id: string,
  to: {
    state: SelectionState
    why?: { code: string; note: string | null }
    startedBy?: Actor
    stopped?: { by: string; reason: string } // by a person
    needsTwo?: true // it did not when it was made
    at: Temporal.Instant
  },
): Promise<void> {
  const { state, why, startedBy, stopped, needsTwo } = to
  const at = to.at.toString()
  const isEnd = state === 'done' || state === 'stopped'
  await sql`
    update selections set state = ${state}, version = version + 1
      ${why ? sql`, reason_code = ${why.code}, note = ${why.note}` : sql``}
      ${
        startedBy
          ? sql`
        , started_by = ${startedBy.id}, started_at = ${at}, started_role = ${startedBy.role ?? null},
        started_session = ${startedBy.session ?? null}`
          : sql``
      }
      ${stopped ? sql`, stopped_by = ${stopped.by}, stop_reason = ${stopped.reason}` : sql``}
      ${needsTwo ? sql`, needs_two = true` : sql``}
      ${isEnd ? sql`, ended_at = ${at}` : sql``}
    where tenant = ${tenant} and selection_id = ${id}`.execute(tx)
}

/** Two selections that one person starts at once see each other. */
export const lockStarting = (tx: Tx, tenant: string, operator: string): Promise<void> =>
  lockNamed(tx, tenant, `selections ${tenant} ${operator}`)

/** What somebody carried out of a kind since then, or will of what runs: of their own selections, without a second person. */
export async function sumStartedAlone(
  tx: Tx,
  tenant: string,
  { by, kind, since }: { by: string; kind: string; since: Temporal.Instant },
): Promise<{ count: number; cents: number }> {
  const { rows } = await sql<{ count: number; cents: number }>`
    select count(*)::int as count, coalesce(sum(cents), 0)::bigint as cents
    from selections join selection_items items on items.tenant = ${tenant} and items.selection_id = selections.selection_id
    where selections.tenant = ${tenant} and started_by = ${by} and made_by = ${by} and kind = ${kind}
      and started_at >= ${since.toString()} and (outcome = 'done' or (outcome is null and state = 'running'))`.execute(
    tx,
  )
  return rows[0]!
}

export type SelectionGroup = { reasons: string[]; count: number; cents: number }

/** What is in it, by reason, the most first. */
export async function listSelectionGroups(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<SelectionGroup[]> {
  const { rows } = await sql<SelectionGroup>`
    select reasons, count(*)::int as count, sum(cents)::bigint as cents from selection_items
    where tenant = ${tenant} and selection_id = ${id} group by reasons order by count desc, reasons limit 100`.execute(
    tx,
  )
  return rows
}

/** Some of its items, in the order in which they are carried out. */
export async function listSelectionItems(
  tx: Tx,
  tenant: string,
  id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ item_id: string; cents: number }[]> {
  const { rows } = await sql<{ item_id: string; cents: number }>`
    select item_id, cents from selection_items where tenant = ${tenant} and selection_id = ${id}
    order by place, item_id limit ${limit} offset ${offset}`.execute(tx)
  return rows
}

export async function countOutcomes(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<{ count: number; cents: number; done: number; skipped: number }> {
  const { rows } = await sql<{ count: number; cents: number; done: number; skipped: number }>`
    select count(*)::int as count, coalesce(sum(cents), 0)::bigint as cents, count(*) filter (where outcome = 'done')::int as done,
      count(*) filter (where outcome = 'skipped')::int as skipped
    from selection_items where tenant = ${tenant} and selection_id = ${id}`.execute(tx)
  return rows[0]!
}

export async function listSkipped(
  tx: Tx,
  tenant: string,
  id: string,
  limit: number,
): Promise<{ item_id: string; why: string }[]> {
  const { rows } = await sql<{ item_id: string; why: string }>`
    select item_id, why from selection_items
    where tenant = ${tenant} and selection_id = ${id} and outcome = 'skipped' order by item_id limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** One that is left, locked; those that another worker holds are passed over. */
export async function takeItem(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<SelectionItem | undefined> {
  const { rows } = await sql<SelectionItem>`
    select item_id, version, cents, reasons from selection_items
    where tenant = ${tenant} and selection_id = ${id} and outcome is null
    order by place, item_id limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

export async function endItem(
  tx: Tx,
  tenant: string,
  id: string,
  item: { id: string; why: string | null },
): Promise<void> {
  const outcome = item.why === null ? 'done' : 'skipped'
  await sql`
    update selection_items set outcome = ${outcome}, why = ${item.why}
    where tenant = ${tenant} and selection_id = ${id} and item_id = ${item.id}`.execute(tx)
}

/** Those that wait for a second person or run, the newest first. */
export async function listWaitingSelections(
  tx: Tx,
  tenant: string,
  kinds: readonly string[],
): Promise<Selection[]> {
  const { rows } = await sql<Selection>`
    select * from selections where tenant = ${tenant} and kind = any (${[...kinds]}::text[]) and state in ('proposed', 'running')
    order by made_at desc limit 20`.execute(tx)
  return rows
}

/** Only the audit log keeps them for longer. */
export async function forgetSelections(
  tx: Tx,
  tenant: string,
  madeBefore: Temporal.Instant,
): Promise<void> {
  await sql`
    delete ${keepsPlan} from selections where tenant = ${tenant} and made_at < ${madeBefore.toString()} and state <> 'running'`.execute(
    tx,
  )
}
