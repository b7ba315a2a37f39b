import { readFileSync } from 'node:fs'
import { findUnrouted } from './find-unrouted.ts'
import type { Sent } from './record-sent.ts'
import { unroutedOnPurpose } from './unrouted-on-purpose.ts'

/** The statements that reach several nodes of a database distributed by tenant, with sender and reason. */
export function listUnrouted(sent: readonly Sent[]): string[] {
  const tables = tenantTables()
  return sent.flatMap(({ text, sender }) => {
    if (sender in unroutedOnPurpose) return []
    const reasons = findUnrouted(text, tables)
    return reasons.length > 0 ? [`${sender}: ${reasons.join('; ')}\n${text}`] : []
  })
}

/** The tables and views that have a column tenant. */
export function tenantTables(): ReadonlySet<string> {
  const types = readFileSync(new URL('../../../src/server/db/tables.ts', import.meta.url), 'utf8')
  const bodies = new Map(
    [...types.matchAll(/^export interface (\w+) \{\n([^}]*)\}/gm)].map(
      ([, name, body]) => [name, body] as const,
    ),
  )
  const named = [...(bodies.get('DB') ?? '').matchAll(/^ {2}(\w+): (\w+);$/gm)]
  const hasTenant = (type = '') => /^ {2}tenant:/m.test(bodies.get(type) ?? '')
  return new Set(named.flatMap(([, table = '', type]) => (hasTenant(type) ? [table] : [])))
}
