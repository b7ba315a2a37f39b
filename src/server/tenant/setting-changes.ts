import { isDeepStrictEqual } from 'node:util'

/** One setting that is about to change; `undefined` on the side where there is none. */
export type SettingChange = { setting: string; old: unknown; new: unknown }

/** Every setting by its path, for example `contact.street`; rows with an id are named by it, lists of plain values are one setting. */
export function flattenSettings(value: unknown, path = ''): Map<string, unknown> {
  const below = (name: string, part: unknown) => [
    ...flattenSettings(part, path === '' ? name : `${path}.${name}`),
  ]
  if (Array.isArray(value) && value.some((row) => typeof row === 'object'))
    return new Map(value.flatMap((row, at) => below(nameOf(row) ?? String(at), row)))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new Map(value === undefined ? [] : [[path, value]])
  return new Map(Object.entries(value).flatMap(([name, part]) => below(name, part)))
}

const nameOf = (row: unknown) =>
  typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : null

/** What differs between two configurations, in the order of the new one, what is gone at the end. */
export function listChanges(before: unknown, after: unknown): SettingChange[] {
  const [old, next] = [flattenSettings(before), flattenSettings(after)]
  const settings = [...new Set([...next.keys(), ...old.keys()])]
  return settings
    .map((setting) => ({ setting, old: old.get(setting), new: next.get(setting) }))
    .filter((change) => !isDeepStrictEqual(change.old, change.new))
}

// People's addresses, and addresses that may hold a key: the log says that they changed, not what they are.
const kept = /^(blockedEmails\.|flags\.EmailWhitelist$|productApi\.route$|customerNumberCheck$)/

/** The same for the audit log, which holds neither addresses of people nor keys. */
export function forAudit(changes: readonly SettingChange[]): SettingChange[] {
  const hide = (value: unknown) => {
    if (value === undefined || value === null) return value
    return Array.isArray(value) ? `${value.length} entries` : 'not shown'
  }
  return changes.map((change) =>
    kept.test(change.setting)
      ? { ...change, old: hide(change.old), new: hide(change.new) }
      : change,
  )
}
