import { sql } from 'kysely'
import type { ChangeAction } from '../../contract/audit-changes.ts'
import type { AuditAction } from '../../contract/audit-words.ts'
import { beforeCommit, keepsPlan, wholeOf, type Tx } from '../db/connection.ts'
import { forMany } from '../db/in-step.ts'
import { currentRequest } from './current-request.ts'
import { isUuid } from './uuid.ts'

export type Actor = {
  kind:
    | 'anyone'
    | 'referrer'
    | 'recipient'
    | 'reward'
    | 'agency-user'
    | 'sales-partner'
    | 'api-key'
    | 'operator'
    | 'system'
  id: string
  support?: boolean // in a session by admin login
  session?: string // its token's id
  role?: string
  reason?: string // why this person decides so, for all rows of the decision
  file?: { id: string; broughtBy: string } // the order file that this person imports, and whose it is
  selection?: string // the bulk decision that this person started, for all rows of its items
}

export const system: Actor = { kind: 'system', id: 'system' }

/**
 * What differs before and after; null: there was nothing, or nothing is left. Personal data by reference: which fields, without values.
 */
export type LoggedChange = {
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}

/** A change that operators can make has before and after, whoever makes it. */
export type AuditEntry = {
  at: Temporal.Instant
  actor: Actor
  subjectKind: string
  subjectId: string
  details?: Record<string, unknown>
  reason?: string // why a person decided so
  request?: string // default: the one that is being answered
} & (
  | { action: ChangeAction; change: LoggedChange }
  | { action: Exclude<AuditAction, ChangeAction>; change?: never }
)

type Noted = { place: number; entry: AuditEntry }
const pending = new WeakMap<Tx, { home: string; logs: Map<string, Noted[]> }>()

/**
 * Writes an audit row in the transaction it describes. No personal data in `details`. The rows of a transaction are appended right
 * before its commit: each carries the hash of the one before it in its tenant, so writers wait for each other's commits only.
 */
export const audit = (tx: Tx, tenant: string, entry: AuditEntry): Promise<void> =>
  note(tx, tenant, tenant, entry)

/** The same in the log of another tenant whom it concerns as much. @param home of the transaction */
export const auditElsewhere = (
  tx: Tx,
  home: string,
  tenant: string,
  entry: AuditEntry,
): Promise<void> => note(tx, home, tenant, entry)

async function note(tx: Tx, home: string, tenant: string, entry: AuditEntry): Promise<void> {
  const { whole, place } = wholeOf(tx)
  const noted = { place, entry }
  const before = pending.get(whole)
  if (before) {
    // Its rows would be appended to the other one's chain.
    if (before.home !== home) throw new Error('A transaction writes one tenant’s audit log')
    const entries = before.logs.get(tenant)
    if (entries) entries.push(noted)
    else before.logs.set(tenant, [noted])
    return
  }
  const logs = new Map([[tenant, [noted]]])
  pending.set(whole, { home, logs })
  await beforeCommit(whole, async () => {
    pending.delete(whole)
    // In one order, so that no two wait for each other's logs; none is awaited, as the commit follows at once.
    const sorted = [...logs].toSorted(([a], [b]) => (a < b ? -1 : 1))
    await Promise.all(
      sorted.flatMap(([code, entries]) =>
        code === home
          ? [append(whole, code, entries)]
          : [setTenant(whole, code), append(whole, code, entries), setTenant(whole, home)],
      ),
    )
  })
}

const setTenant = (tx: Tx, code: string) => sql`select set_tenant(${code})`.execute(tx)

async function append(tx: Tx, tenant: string, noted: readonly Noted[]): Promise<void> {
  // Of those who share the transaction, as if they had come one after another.
  const entries = noted.toSorted((a, b) => a.place - b.place).map(({ entry }) => entry)
  const rows = entries.map(
    ({ at, actor, action, subjectKind, subjectId, details, change, reason, request }) => ({
      at: at.toString(),
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_role: actor.role,
      session_id: actor.session,
      support: actor.support,
      action,
      subject_kind: subjectKind,
      subject_id: subjectId,
      details: {
        ...details,
        ...(actor.selection ? { selection: actor.selection } : {}),
        ...change,
      },
      reason: reason ?? actor.reason,
      request_id: request ?? currentRequest(),
    }),
  )
  await sql`select ${keepsPlan} append_audit(${tenant}, ${JSON.stringify(rows)})`.execute(tx)
}

/** The operator who made the API key that acts; null: no key, or made on the server. */
export const readKeyMaker = forMany(
  async (tx, tenant, actors: readonly Actor[]): Promise<(string | null)[]> => {
    const keys = actors.flatMap(({ kind, id }) => (kind === 'api-key' ? id : []))
    if (keys.length === 0) return actors.map(() => null)
    const rows = await tx
      .selectFrom('audit_log')
      .select(['subject_id', 'actor_id'])
      .where('tenant', '=', tenant)
      .where('subject_id', '=', sql<string>`any(${[...new Set(keys)]}::text[])`)
      .where('action', '=', 'api-key-created')
      .where('actor_kind', '=', 'operator')
      .execute()
    return actors.map(({ kind, id }) => {
      const row = kind === 'api-key' ? rows.find((one) => one.subject_id === id) : undefined
      // The command line's own name is no person's id.
      return row && isUuid(row.actor_id) ? row.actor_id : null
    })
  },
)

/** Whether this reward waits, or waited, because of a new address that this operator asked for. */
export async function isHeldByOwnCorrection(
  tx: Tx,
  tenant: string,
  rewardId: string,
  operatorId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('audit_log')
    .select('number')
    .where('tenant', '=', tenant)
    .where('subject_id', '=', rewardId)
    .where('action', '=', 'reward-held')
    .where(sql`details ->> 'askedBy'`, '=', operatorId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
