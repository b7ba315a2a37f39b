import type { SettingChange } from '../server/tenant/setting-changes.ts'

const shown = 60 // characters per side

/** One line per changed setting; long texts from where they differ. */
export function showChange({ setting, old, new: next }: SettingChange): string {
  const [before, after] = [write(old), write(next)]
  const from = Math.max(0, firstDifference(before, after) - 20)
  return `  ${setting}: ${cut(before, from)} -> ${cut(after, from)}`
}

const write = (value: unknown) => (value === undefined ? '(nothing)' : JSON.stringify(value))

function firstDifference(one: string, other: string): number {
  if (one.length <= shown && other.length <= shown) return 0
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}

const cut = (text: string, from: number) =>
  `${from > 0 ? '…' : ''}${text.slice(from, from + shown)}${text.length > from + shown ? '…' : ''}`
