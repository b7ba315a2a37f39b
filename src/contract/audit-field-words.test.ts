import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { claimRefusals } from '../domain/claim.ts'
import { reviewReasons } from '../domain/eligibility.ts'
import { refusalReasons } from '../domain/refusal.ts'
import { codeRefusals } from '../domain/voucher-fault.ts'
import { endpoints } from './endpoints.ts'
import { wireNames } from './shape.ts'
import { fieldWord, valueWord } from './audit-field-words.ts'

const sources = globSync('src/{server,cli}/**/*.ts', {
  exclude: (path) => path.endsWith('.test.ts') || path.includes('/demo/'),
})
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  .filter(({ text }) => /\baudit\(|auditElsewhere\(|AuditEntry\b|LoggedChange\b/.test(text))

/** The names of an object literal's fields, also of those inside it, from where it begins. */
function fieldsOf(text: string): string[] {
  const found: string[] = []
  const open: string[] = []
  const tokens = /\/\/.*|'[^'\n]*'|`[^`]*`|=>|\.\.\.|\?\.|[\w$]+|[^\s\w$]/g
  let before = ''
  for (const [token] of text.matchAll(tokens)) {
    if (token.startsWith('//')) continue
    // A name is followed by what says which it is.
    if (found.at(-1) === '?') {
      const name = found.splice(-2)[0]!
      if ([':', ',', '}'].includes(token)) found.push(name)
    }
    if ('({['.includes(token)) open.push(token)
    else if (')}]'.includes(token)) {
      open.pop()
      if (open.length === 0) break
    } else if (/^[a-z][A-Za-z]*$/.test(token) && open.at(-1) === '{' && ['{', ','].includes(before))
      found.push(token, '?')
    before = token
  }
  return found.filter((name) => name !== '?')
}

const written = new Map(
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:details|before|after)\??: (?=\{)/g)].flatMap(({ 0: head, index }) =>
      fieldsOf(text.slice(index + head.length)).map((name) => [name, path] as const),
    ),
  ),
)

/** What a taken file was narrowed to. */
const filters = Object.values(endpoints)
  .filter(({ path, query }) => path.startsWith('/betrieb/') && path.endsWith('/csv') && query)
  .flatMap(({ query }) => Object.keys(wireNames(query!) ?? {}))
  .filter((name) => name !== 'search' && name !== 'language')

test('every field that is written to the log has its words in both languages', () => {
  expect(written.size).toBeGreaterThan(100)
  expect(filters.length).toBeGreaterThan(20)
  const all = [...written, ...filters.map((name) => [name, 'a file'] as const)]
  const raw = all.filter(
    ([name]) => fieldWord(name, 'de') === name || fieldWord(name, 'en') === name,
  )
  expect(raw).toEqual([])
})

test('every reason to hold or to refuse has its words', () => {
  const reasons = [...reviewReasons, ...refusalReasons, ...claimRefusals, ...codeRefusals]
  expect(reasons.filter((reason) => valueWord(reason, 'de') === reason)).toEqual([])
})
