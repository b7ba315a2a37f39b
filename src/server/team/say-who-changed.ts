import { changedSentence } from '../../domain/change-words.ts'
import { listRecordRows } from '../base/audit-rows-store.ts'
import type { Call } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { AppError, fail } from '../errors.ts'
import { operatorNames } from './operator-names.ts'

/** Rows that say who looked, and changed nothing. */
const isLook = /-(viewed|revealed|fetched|exported)$/

/**
 * Whoever comes too late learns who was first, when and what it was: from the log, whose row was written with that change. Other errors stay as
 * they are, and so does this one if the log has nothing of the record.
 */
export async function sayWhoChanged(
  { deps, tenant, params, today }: Pick<Call, 'deps' | 'tenant' | 'params' | 'today'>,
  name: string,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof AppError) || error.failure.name !== 'changed-meanwhile') return error
  const { id, code, person } = (params ?? {}) as Partial<Record<string, string>>
  const subject = id ?? code ?? person
  if (!subject) return error
  // Settings are asked at the platform too, and logged at their tenant.
  return withTenant(deps.db, code ?? tenant.code, async (tx) => {
    const kind = name === 'decideGoodwill' ? 'goodwill' : null
    const rows = await listRecordRows(tx, code ?? tenant.code, { kind, id: subject })
    const last = rows.find(({ action }) => !isLook.test(action))
    if (!last) return error
    const names = await operatorNames(tx, code ?? tenant.code, [last.actor_id])
    const who = names.get(last.actor_id) ?? null
    const { at, action } = last
    return fail('changed-meanwhile', {
      said: changedSentence({ who, at, action }, today),
      details: { Wer: who, Wann: at.toString(), Aktion: action },
    })
  })
}
