import { isDeepStrictEqual } from 'node:util'
import { maskIban } from '../../domain/iban.ts'

/** A changed setting; `undefined` if absent on that side. */
export type SettingChange = { setting: string; old: unknown; new: unknown }

/** Settings by path, e.g. `contact.street`; rows with id are named by it, lists of plain values are one setting. */
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

/** Differences of two configurations, in the new one's order, removed ones last. */
export function listChanges(before: unknown, after: unknown): SettingChange[] {
  const [old, next] = [flattenSettings(before), flattenSettings(after)]
  const settings = [...new Set([...next.keys(), ...old.keys()])]
  return settings
    .map((setting) => ({ setting, old: old.get(setting), new: next.get(setting) }))
    .filter((change) => !isDeepStrictEqual(change.old, change.new))
}

// Personal addresses and URLs with possible keys: the log records the change, not the values.
const kept = /^(blockedEmails\.|flags\.EmailWhitelist$|productApi\.route$|customerNumberCheck$)/

/** Changed settings by path, before and after; absent where they were or are not set. */
export const bothSides = (changes: readonly SettingChange[]) => ({
  before: Object.fromEntries(changes.map((one) => [one.setting, one.old])),
  after: Object.fromEntries(changes.map((one) => [one.setting, one.new])),
})

/** For the audit log, without personal addresses, keys and whole IBANs. */
export function forAudit(changes: readonly SettingChange[]): SettingChange[] {
  const hide = (value: unknown) => {
    if (value === undefined || value === null) return value
    return Array.isArray(value) ? `${value.length} entries` : 'not shown'
  }
  const mask = (value: unknown) => (value ? maskIban(String(value)) : value)
  return changes.map((change) => {
    const write = kept.test(change.setting) ? hide : change.setting.endsWith('.iban') ? mask : null
    return write ? { ...change, old: write(change.old), new: write(change.new) } : change
  })
}
