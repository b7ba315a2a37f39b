import { type CoverageLine, type CoverageSection, linesOf, states } from './read-coverage.ts'

const head = `# Coverage

What of the specification is built, where, and which tests prove it. The lines stand in \`test/coverage/\`, one file for each section of the
specification, for the domain design and for each issue; \`npm run coverage\` writes this page from them, and \`npm run coverage -- WORDS\`
prints those that hold all the words: an id (\`D9.8\`), a state, a file.

- **built**: the code does all of the line, and the named tests together assert it.
- **part**: something is missing, or no test asserts it.
- **open**: nothing of it works yet.

\`test/coverage.test.ts\` checks that files and titles exist; \`npm test\` and \`npm run test:long\` end with a check that each named test
that they run passed.
`

const count = (lines: CoverageLine[]) =>
  states.map((state) => lines.filter((line) => line.state === state).length)

const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`

/** docs/coverage.md: how many lines are built, and those that are not. */
export function writeCoverage(sections: CoverageSection[]): string {
  const all = linesOf(sections)
  const missing = all.filter(({ state }) => state !== 'built')
  return [
    head,
    row(['section', ...states]),
    row(['---', ...states.map(() => '---')]),
    ...sections.map((section) => row([section.title, ...count(linesOf([section]))])),
    row(['**all**', ...count(all)]),
    '',
    '## What is missing',
    '',
    row(['#', 'line', 'state', 'what is missing']),
    row(['---', '---', '---', '---']),
    ...missing.map(({ id, line, state, note = '' }) => row([id, line, state, note])),
    '',
  ].join('\n')
}
