// `npm run coverage` writes docs/coverage.md from test/coverage/, docs/security/asvs.md from test/asvs.json, and the
// tables of docs/security that the code says. With words it prints the lines that hold all of them instead, with their
// files and tests: `npm run coverage -- D9`, `npm run coverage -- open`, `npm run coverage -- claim-reward.ts`.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type CoverageLine,
  type CoverageSection,
  findFaults,
  linesOf,
  readCoverage,
} from './read-coverage.ts'
import { findAsvsFaults, readAsvs } from './read-asvs.ts'
import { writeAsvs } from './write-asvs.ts'
import { writeCoverage } from './write-coverage.ts'
import { fillTables, securityPages } from './security/write-security.ts'

const root = resolve(import.meta.dirname, '..')
const words = process.argv.slice(2)

function print({ id, line, state, where, tests, note }: CoverageLine): void {
  const proofs = Object.entries(tests).map(([file, titles]) =>
    [`  ${file}`, ...titles.map((title) => `    › ${title}`)].join('\n'),
  )
  const parts = [`${id} ${state}: ${line}`, ...(note ? [`  note: ${note}`] : [])]
  process.stdout.write([...parts, `  in ${where.join(', ')}`, ...proofs, ''].join('\n'))
}

function find(sections: CoverageSection[]): CoverageLine[] {
  const holds = (line: CoverageLine) => {
    const text = JSON.stringify(line)
    return words.every((word) => text.includes(word))
  }
  return linesOf(sections).filter(holds)
}

const sections = readCoverage(root)
if (words.length > 0) for (const line of find(sections)) print(line)
else {
  writeFileSync(resolve(root, 'docs/coverage.md'), writeCoverage(sections))
  const items = readAsvs(root)
  writeFileSync(resolve(root, 'docs/security/asvs.md'), writeAsvs(items))
  for (const [file, text] of securityPages(root))
    writeFileSync(resolve(root, file), fillTables(text))
  const faults = [...findFaults(root, linesOf(sections)), ...findAsvsFaults(root, items)]
  process.stdout.write(faults.length > 0 ? `${faults.join('\n')}\n` : 'All lines are true.\n')
  process.exitCode = faults.length > 0 ? 1 : 0
}
