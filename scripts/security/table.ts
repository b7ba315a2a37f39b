/** A table of Markdown. Cells are text already. */
export const table = (
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

export const code = (text: string) => `\`${text}\``

/** 300 KiB, 8 MiB; bytes that are no whole KiB in MB. */
export function size(bytes: number): string {
  const mib = bytes / 1024 / 1024
  if (Number.isInteger(mib)) return `${mib} MiB`
  return Number.isInteger(bytes / 1024) ? `${bytes / 1024} KiB` : `${bytes / 1e6} MB`
}

/** "1 day", "30 minutes". @param seconds whole minutes */
export function span(seconds: number): string {
  const [count, unit] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds % 3600 === 0
        ? [seconds / 3600, 'hour']
        : [seconds / 60, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

export const euros = (cents: number) => `${(cents / 100).toLocaleString('en')} €`

export const many = (count: number) => count.toLocaleString('en')
