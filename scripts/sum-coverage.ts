// npm run coverage: counts the lines of docs/coverage.md into the table at its head.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findFaults, readCoverage } from './read-coverage.ts'

const root = resolve(import.meta.dirname, '..')
const path = resolve(root, 'docs/coverage.md')
const text = readFileSync(path, 'utf8')

const states = ['built', 'part', 'open'] as const
const count = (part: string) => {
  const lines = readCoverage(part)
  return states.map((state) => lines.filter((line) => line.state === state).length)
}
const [head = '', ...sections] = text.split(/^(?=## )/m)
const keyOf = (section: string) => /^## (issue \d|\S+)/i.exec(section)?.[1]?.toLowerCase() ?? ''
const isSpec = (section: string) => /^\d/.test(keyOf(section))

/** The sums in a line of the head table, by its first cells. */
function sumsOf(first: string, second: string): number[] | null {
  if (second.includes('all lines')) return count(text)
  if (first.includes(' to ')) return count(sections.filter(isSpec).join(''))
  const section = sections.find((one) => keyOf(one) === first.toLowerCase())
  return section ? count(section) : null
}

const summed = head.replaceAll(
  /^\|([^|]*)\|([^|]*)\| \**\d+\** \| \**\d+\** \| \**\d+\** \|$/gm,
  (line, first: string, second: string) => {
    const sums = sumsOf(first.trim(), second)
    if (!sums) throw new Error(`no section for the line ${line}`)
    const cells = sums.map((sum) => (second.includes('**') ? `**${sum}**` : `${sum}`))
    return `|${first}|${second}| ${cells.join(' | ')} |`
  },
)
const written = summed + sections.join('')
writeFileSync(path, written)
const faults = findFaults(root, written)
process.stdout.write(faults.length > 0 ? `${faults.join('\n')}\n` : 'The table is true.\n')
process.exitCode = faults.length > 0 ? 1 : 0
