import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { resolve } from 'node:path'

const file = resolve(import.meta.dirname, '../docs/benchmarks.md')

const frame = `# Benchmarks

## How to run

| command | what it gives | time |
|---|---|---|
| \`npm run bench\` | speed, cold start and memory, each beside its baseline from the same run | under 8 minutes |
| \`npm run bench -- --only clicks,create\` | parts of it: clicks, create, personal, pages, start | |
| \`npm run lighthouse\` | Lighthouse (mobile) on the built homepage and recipient page, median of 5 | about 4 minutes |
| \`npm run size\` | the scripts that each page loads, in KiB of brotli, against the budget | about 3 minutes |

\`-- --write\` writes a run's figures into this file; \`-- --json\` prints them for programs. Nothing outside loopback is
used, and everything lives in a temporary folder that is removed afterwards. Build first: \`npm run build\`.

## Machine

<!-- machine -->
<!-- /machine -->

## Figures

### Speed, cold start, memory

<!-- bench -->
Not measured yet.
<!-- /bench -->

### Lighthouse

<!-- lighthouse -->
Not measured yet.
<!-- /lighthouse -->

### Size

<!-- size -->
Not measured yet.
<!-- /size -->
`

/** Replaces (or adds) one marked block of docs/benchmarks.md, with the machine's description. */
export function writeFigures(
  block:
    | 'bench'
    | 'reports'
    | 'console'
    | 'payout'
    | 'sweeps'
    | 'overload'
    | 'batches'
    | 'cores'
    | 'nodes'
    | 'history'
    | 'lighthouse'
    | 'size',
  markdown: string,
): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : frame
  writeFileSync(
    file,
    replaceBlock(replaceBlock(text, 'machine', describeMachine()), block, markdown),
  )
}

function replaceBlock(text: string, block: string, markdown: string): string {
  const pattern = new RegExp(`<!-- ${block} -->[^]*?<!-- /${block} -->`)
  const made = `<!-- ${block} -->\n${markdown.trim()}\n<!-- /${block} -->`
  return pattern.test(text) ? text.replace(pattern, () => made) : `${text.trimEnd()}\n\n${made}\n`
}

function describeMachine(): string {
  const all = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return (
    `${all.length} cores (${all[0]?.model.trim() ?? 'unknown'}), ${memory} GiB of memory, Linux ${release()}, Node ${process.version}. ` +
    'Server, PostgreSQL and load generator share these cores, so absolute figures are lower than on machines of their own.'
  )
}

/** A table for the terminal; the first row is the head. */
export function alignTable(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
  const [head = [], ...body] = rows
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(line)].join(
    '\n',
  )
}

export function markdownTable(rows: string[][]): string {
  const [head = [], ...body] = rows
  const line = (row: string[]) => `| ${row.join(' | ')} |`
  return [
    line(head),
    line(head.map((_, column) => (column === 0 ? '---' : '--:'))),
    ...body.map(line),
  ].join('\n')
}
