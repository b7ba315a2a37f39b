import type { SettingChange } from '../tenant/setting-changes.ts'

const shown = 60 // characters per side

/** One line per changed setting; long texts from where they differ. */
export function showChange(change: SettingChange): string {
  const { old, new: next } = showSides(change, shown)
  return `  ${change.setting}: ${old} -> ${next}`
}

/** Both sides of a change, cut to where they differ. @param most characters of each */
export function showSides(
  change: Pick<SettingChange, 'old' | 'new'>,
  most: number,
  write: (value: unknown) => string = quoted,
): { old: string; new: string } {
  const [before, after] = [write(change.old), write(change.new)]
  const from = Math.max(0, firstDifference(before, after, most) - 20)
  return { old: cut(before, from, most), new: cut(after, from, most) }
}

const quoted = (value: unknown) => (value === undefined ? '(nothing)' : JSON.stringify(value))

function firstDifference(one: string, other: string, most: number): number {
  if (one.length <= most && other.length <= most) return 0
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}

const cut = (text: string, from: number, most: number) =>
  `${from > 0 ? '…' : ''}${text.slice(from, from + most)}${text.length > from + most ? '…' : ''}`
