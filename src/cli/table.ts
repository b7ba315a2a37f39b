import { oneLine } from './printable.ts'

type Cell = string | number | boolean | null | undefined

/** Rows as an aligned table; numbers to the right. `empty`: text without rows. */
export function table(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  empty: string,
): string {
  if (rows.length === 0) return empty
  const cells = rows.map((row) => row.map(show))
  const widths = columns.map((name, at) =>
    Math.max(name.length, ...cells.map((row) => [...(row[at] ?? '')].length)),
  )
  const right = columns.map((_, at) => rows.every((row) => typeof row[at] === 'number'))
  const line = (texts: readonly string[]) =>
    texts
      .map((text, at) => {
        const gap = ' '.repeat(Math.max(0, (widths[at] ?? 0) - [...text].length))
        return right[at] ? gap + text : text + gap
      })
      .join('  ')
      .trimEnd()
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join(
    '\n',
  )
}

const show = (cell: Cell) => oneLine(String(cell ?? ''))
