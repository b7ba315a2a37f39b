import { neededBy } from '../../src/server/db/migration-files.ts'

type Rule = { says: string; breaks: RegExp; unless?: RegExp }

/** What takes something from the version that still serves. Allowed in a migration named `NNNN-after-MMMM-…` (decision 968). */
const taken: Rule[] = [
  {
    says: 'drops what is read',
    breaks: /^drop (table|view|materialized view|function|procedure|type|schema|trigger)\b/,
  },
  { says: 'drops a column', breaks: /^alter table .*\bdrop column\b/ },
  { says: 'renames', breaks: /^alter .*\brename\b/ },
  { says: 'changes a type', breaks: /^alter table .*\balter (column )?\w+ (set data )?type\b/ },
  { says: 'asks for a value that is not written yet', breaks: /^alter table .*\bset not null\b/ },
  { says: 'takes a default that writers count on', breaks: /^alter table .*\bdrop default\b/ },
  {
    says: 'adds a column that nobody fills yet',
    breaks: /\badd column\b[^,]*\bnot null\b/,
    unless: /\badd column\b[^,]*\b(default|generated)\b/,
  },
  { says: 'takes a right', breaks: /^revoke\b/ },
  { says: 'empties a table', breaks: /^truncate\b/ },
]

/** What holds a table for as long as it is large. Allowed below a line `-- locks briefly: why`. */
const held: Rule[] = [
  {
    says: 'checks all rows: add it `not valid`, and validate it in a migration of its own',
    breaks: /\badd (constraint \w+ )?(check|foreign key|exclude)\b/,
    unless: /\bnot valid$/,
  },
  {
    says: 'builds an index for a constraint: build it concurrently, then `using index`',
    breaks: /\badd (constraint \w+ )?(unique|primary key)\b/,
    unless: /\busing index\b/,
  },
  {
    says: 'checks all rows: add the column first, its constraint after it',
    breaks: /\badd column\b.*\b(check|references|unique|primary key)\b/,
  },
  {
    says: 'writes all rows anew: add the column without it',
    breaks: /\badd column\b.*\b(default (uuidv7|gen_random_uuid|random|clock_timestamp)|stored)\b/,
  },
  {
    says: 'refuses writes while the index is built: concurrently',
    breaks: /^create (unique )?index (?!concurrently)/,
  },
]

/** Why the version before could not serve on beside this migration; empty: it can. */
export function judgeMigration(name: string, text: string): string[] {
  const statements = statementsOf(text)
  const made = statements.flatMap((one) => /^create table (\w+)/.exec(one)?.[1] ?? [])
  const isOfNew = (one: string) =>
    made.some((table) => new RegExp(`^(alter table|create .*\\bon) (only )?${table}\\b`).test(one))
  const rules = [
    ...(neededBy(name) === null ? taken : []),
    ...(/^-- locks briefly: .+/m.test(text) ? [] : held),
  ]
  return [
    ...statements
      .filter((one) => !isOfNew(one))
      .flatMap((one) =>
        rules
          .filter(({ breaks, unless }) => breaks.test(one) && !unless?.test(one))
          .map(({ says }) => `${name} ${says}: ${one.slice(0, 80)}`),
      ),
    ...judgeTogether(name, statements),
  ]
}

function judgeTogether(name: string, statements: string[]): string[] {
  const isConcurrent = (one: string) => /\bindex concurrently\b/.test(one)
  const isOther = (one: string, kind: RegExp) => !kind.test(one)
  const found: string[] = []
  if (statements.some(isConcurrent)) {
    if (!statements.every(isConcurrent))
      found.push(`${name} builds an index concurrently: nothing else may stand beside it`)
    for (const one of statements) {
      const index = /^create (?:unique )?index concurrently (\w+)/.exec(one)?.[1]
      if (index && !statements.includes(`drop index concurrently if exists ${index}`))
        found.push(
          `${name} leaves a broken index if it is ended: drop ${index} before, if it exists`,
        )
    }
  }
  const changes = /^(alter table \w+ validate|update|delete|with)\b/
  if (
    statements.some((one) => changes.test(one)) &&
    statements.some((one) => isOther(one, changes))
  )
    found.push(`${name} goes through rows while it holds a table: in a migration of its own`)
  return found
}

/** Without comments and strings' content, in small letters, each in one line. */
function statementsOf(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replaceAll(/'[^']*'/g, "''")
    .toLowerCase()
    .split(';')
    .map((one) => one.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
}
