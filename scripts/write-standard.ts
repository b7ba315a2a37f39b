import {
  standards,
  standardStates,
  type StandardItem,
  type StandardName,
} from './read-standards.ts'

const heads: Record<StandardName, string> = {
  asvs: `# OWASP ASVS 5.0, levels 1 and 2

How each requirement is met, in our own words; their text is OWASP’s.`,
  wcag: `# WCAG 2.2, levels A and AA

How each of the 55 success criteria is met, in our own words; their text is the W3C’s. 4.1.1 was removed from WCAG 2.2 and is not
counted. What the accessibility statement of each tenant says (\`src/domain/accessibility.ts\`) is held to this table by
\`test/accessibility-statement.test.ts\`.`,
}

const about = (
  name: StandardName,
) => `The items stand in \`${standards[name].items}\` with their proof, and
\`npm run coverage\` writes this page from them. \`test/standards.test.ts\` checks that every item has its place and that proofs exist;
that those that are tests passed is asked at the end of \`npm test\` and \`npm run test:long\`.

- **met**: the product does it; the files and tests named prove it.
- **decision**: it is done otherwise, by a decision that says why.
- **not-applicable**: the product has nothing that it is about.
- **open**: not yet, or not all of it.
`

const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`

const proofOf = ({ where, tests }: StandardItem) =>
  [...where, ...Object.keys(tests)].map((file) => `\`${file}\``).join(', ')

/** The page of a standard, as Markdown. */
export function writeStandard(name: StandardName, items: StandardItem[]): string {
  const count = (some: StandardItem[]) =>
    standardStates.map((state) => some.filter((item) => item.state === state).length)
  return [
    heads[name],
    about(name),
    row(['level', ...standardStates]),
    row(['---', ...standardStates.map(() => '---')]),
    ...standards[name].levels.map((level) =>
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
