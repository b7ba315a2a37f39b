import { asvsStates, type AsvsItem } from './read-asvs.ts'

const head = `# OWASP ASVS 5.0, levels 1 and 2

How each requirement is met, in our own words; their text is OWASP’s. The items stand in \`test/asvs.json\` with their proof, and
\`npm run coverage\` writes this page from them. \`test/asvs.test.ts\` checks that every item has its place and that proofs exist;
that those that are tests passed is asked at the end of \`npm test\` and \`npm run test:long\`.

- **met**: the product does it; the files and tests named prove it.
- **decision**: it is done otherwise, by a decision that says why.
- **not-applicable**: the product has nothing that it is about.
- **open**: not yet, or not all of it.
`

const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`

const proofOf = ({ where, tests }: AsvsItem) =>
  [...where, ...Object.keys(tests)].map((file) => `\`${file}\``).join(', ')

/** docs/security/asvs.md */
export function writeAsvs(items: AsvsItem[]): string {
  const count = (some: AsvsItem[]) =>
    asvsStates.map((state) => some.filter((item) => item.state === state).length)
  return [
    head,
    row(['level', ...asvsStates]),
    row(['---', ...asvsStates.map(() => '---')]),
    ...([1, 2] as const).map((level) =>
      row([level, ...count(items.filter((item) => item.level === level))]),
    ),
    row(['**all**', ...count(items)]),
    '',
    row(['#', 'level', 'requirement', 'state', 'how', 'proof']),
    row(['---', '---', '---', '---', '---', '---']),
    ...items.map((item) =>
      row([item.id, item.level, item.line, item.state, item.note, proofOf(item)]),
    ),
    '',
  ].join('\n')
}
